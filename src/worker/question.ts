/**
 * The question an agent left in the project. A file that cannot be read as one is passed on as a
 * question all the same, with what is wrong with it: the agent stopped to ask, and somebody must look.
 */
import { join } from 'node:path';
import type { JsonObject } from '../lib/canonical-json.ts';
import { redactText } from '../lib/redact.ts';
import { credentialRules } from '../lib/secret-rules.ts';
import { questionFile, type RunPaths, runFiles } from '../worker-wire/run-paths.ts';
import { isErrno } from './files.ts';
import { dropTornCharacter } from './log/text.ts';
import type { FileLook, GateFiles } from './ports.ts';

const questionBytesMax = 64 * 1024;
const questionCharsMax = 8000;
/** Shown of a file that is no proper question. */
const excerptCharsMax = 500;

/** The question in words for a person, without credentials, or what is wrong with it; null when there is no such file. */
export async function readQuestion(
  paths: RunPaths,
  files: Pick<GateFiles, 'read' | 'lstat'>,
): Promise<string | null> {
  const path = join(paths.projectDir, questionFile);
  const stat = await statOf(path, files);
  if (stat === null) return null;
  if (!stat.isFile()) return broken('it is not a regular file');
  const slice = await files.read(path, questionBytesMax);
  if (slice === undefined) return broken('the worker may not read it');
  const written = toPlain(dropTornCharacter(slice.data).toString('utf8'));
  const { text } = redactText(written, credentialRules);
  if (slice.sizeBytes > questionBytesMax) {
    return broken(`it has ${slice.sizeBytes} bytes of at most ${questionBytesMax}`, text);
  }
  if (text === '') return broken('it is empty');
  return questionIn(text);
}

function questionIn(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return broken('it is not JSON', text);
  }
  const given =
    typeof value === 'object' && value !== null
      ? (value as { question?: unknown }).question
      : value;
  const question = typeof given === 'string' ? toPlain(given) : '';
  if (question === '') return broken('it has no text in its member "question"', text);
  if (question.length <= questionCharsMax) return question;
  return `${question.slice(0, questionCharsMax)} … (cut: the question has ${question.length} characters; the file in the run folder has all of it)`;
}

function broken(why: string, text = ''): string {
  const said = text === '' ? '' : ` It begins: ${text.slice(0, excerptCharsMax)}`;
  return `The agent stopped with a question, but left it in ${questionFile} in a form that cannot be used: ${why}. Read the file and the agent's log on the worker.${said}`;
}

/** Without control characters but line ends and tabs. */
function toPlain(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, '').trim();
}

async function statOf(path: string, { lstat }: Pick<GateFiles, 'lstat'>): Promise<FileLook | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/** Moves a question that was passed on into the run's folder, so that it is asked once. */
export async function fileQuestion(
  paths: RunPaths,
  { rename }: Pick<GateFiles, 'rename'>,
): Promise<void> {
  try {
    await rename(join(paths.projectDir, questionFile), join(paths.runDir, runFiles.question));
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}

/** What the operator must also know before answering: work that goes on, a decision left beside it. */
export function questionNotes(
  tracking: JsonObject,
  decision: JsonObject | null,
): readonly string[] {
  const notes: string[] = [];
  const { alive } = tracking;
  if (typeof alive === 'number' && alive > 0) {
    const what = alive === 1 ? '1 process' : `${alive} processes`;
    notes.push(
      `${what} of the run still lived when the agent ended to ask: the next run of this project takes them over; without one the reaper ends them after its grace`,
    );
  }
  if (decision !== null) {
    const word = decision['project_decision'];
    const named = typeof word === 'string' ? ` (${word.slice(0, 100)})` : '';
    notes.push(
      `The agent also left a decision${named}, which was not applied: the question goes first`,
    );
  }
  return notes;
}
