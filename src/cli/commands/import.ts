/**
 * `orrery import FILE|DIR`: takes ideas into the queue. Without `--live` it says what would happen.
 * Keys are made of the content, so that importing the same thing again changes nothing.
 */
import { resolve } from 'node:path';
import { problemAt, problemsOfLeftOut, toBatches } from '../../idea-files/batches.ts';
import { readIdeasAt, type SourceFiles } from '../../idea-files/read-files.ts';
import type { SourceIdea, SourceProblem } from '../../idea-files/read-ideas.ts';
import { asText } from '../../lib/as-text.ts';
import { fingerprint } from '../../lib/hash.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { type Connection, longReplyMsMax, withConnection } from '../connection.ts';
import { CommandFailure } from '../failure.ts';
import { given, textOption } from '../options.ts';
import { toPlainLine } from '../output/plain-text.ts';
import { createPrinter, type Printer, printJson, wantsJson } from '../output/print.ts';
import { type Row, rowsOf } from '../output/rows.ts';
import { toProblem } from '../problem.ts';

const sourceDefault = 'import';
const problemsShownMax = 100;

/** `failed` when any row has a problem; then nothing at all is written. */
export const run = (input: CommandInput): Promise<number> => {
  const source = readSource(input);
  if (source.problems.length > 0) return Promise.resolve(refuse(input, source.problems));
  return withConnection(input, async ({ call }) => {
    const batches = toBatches(source.ideas);
    const dryReplies: Row[] = [];
    const earlier = new Set<string>();
    // Every batch is tried before any is written: a row that the service refuses stops them all.
    for (const batch of batches) {
      const tried = await send(call, input, batch, true);
      if ('problems' in tried) return refuse(input, tried.problems);
      const problems = problemsOfLeftOut(rowsOf(tried.reply['skipped_rows']), batch, earlier);
      if (problems.length > 0) return refuse(input, problems);
      for (const row of rowsOf(tried.reply['candidates'])) earlier.add(asText(row['project_id']));
      dryReplies.push(tried.reply);
    }
    const live = input.options['live'] === true || input.options['yes'] === true;
    const replies: Row[] = [];
    if (live)
      for (const batch of batches) {
        const made = await send(call, input, batch, false);
        if ('problems' in made) return refuse(input, made.problems, replies);
        replies.push(made.reply);
      }
    if (wantsJson(input)) printReplies(input, live ? replies : dryReplies);
    else printImport(createPrinter(input), source, batches, live ? replies : dryReplies, live);
    return exitCodes.ok;
  });
};

function readSource(input: CommandInput): SourceFiles {
  const given = input.args[0] ?? '.';
  return readIdeasAt(resolve(input.io.cwd, given), given);
}

type Sent = { readonly reply: Row } | { readonly problems: readonly SourceProblem[] };

async function send(
  call: Connection['call'],
  input: CommandInput,
  batch: readonly SourceIdea[],
  dryRun: boolean,
): Promise<Sent> {
  const content = given({
    source: textOption(input, 'source') ?? sourceDefault,
    default_machine_target: textOption(input, 'worker'),
    default_model: textOption(input, 'model'),
    requested_by: textOption(input, 'by'),
    ideas: batch.map(({ idea }) => idea),
  });
  const key = `import-${fingerprint(content).slice(0, 40)}`;
  const body = { ...content, idempotency_key: key, dry_run: dryRun };
  try {
    const { data, replayed } = await call<Row>(
      // What an idea may hold is for the service to say; it names every field at fault.
      (api) => api.POST('/control/api/intake/ideas', { body: body as never }),
      { timeoutMs: longReplyMsMax, isRepeatable: true },
    );
    return { reply: replayed ? { ...data, replayed } : data };
  } catch (error) {
    const problems = error instanceof CommandFailure ? placeProblems(error.reply, batch) : [];
    if (problems.length === 0) throw error;
    return { problems };
  }
}

/** The fields that a refusal names, at the places of the files they came from. */
export function placeProblems(reply: unknown, batch: readonly SourceIdea[]): SourceProblem[] {
  return (toProblem(reply)?.errors ?? []).flatMap(({ path, message }) => {
    const [, index, field = ''] = /^ideas\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    const from = index === undefined ? undefined : batch[Number(index)];
    if (from === undefined) return [];
    return [problemAt(from, field, message)];
  });
}

/** `done`: replies to batches that were taken in before the refusal, which can be after all were tried. */
function refuse(
  input: CommandInput,
  problems: readonly SourceProblem[],
  done: readonly Row[] = [],
): number {
  const { io } = input;
  const created = createdBy(done);
  if (wantsJson(input))
    printJson(input, { ok: false, ...(done.length === 0 ? {} : { created }), problems });
  io.err(
    done.length === 0
      ? 'orrery: nothing was imported:'
      : `orrery: ${created} were created, and then a batch was refused; the same command goes on once this is mended:`,
  );
  for (const { file, line, message } of problems.slice(0, problemsShownMax))
    io.err(`  ${toPlainLine(`${file}${line === null ? '' : `:${line}`}: ${message}`)}`);
  if (problems.length > problemsShownMax)
    io.err(`  and ${problems.length - problemsShownMax} more problems`);
  return exitCodes.failed;
}

const createdBy = (replies: readonly Row[]): number =>
  replies.reduce((sum, reply) => sum + Number(reply['created'] ?? 0), 0);

/** One batch is the service's own reply; several are a list of them. */
function printReplies(input: CommandInput, replies: readonly Row[]): void {
  const plain = replies.map(({ replayed: _, ...reply }) => reply);
  printJson(input, plain.length === 1 ? plain[0] : plain);
}

function printImport(
  printer: Printer,
  { files, ideas, passedOver }: SourceFiles,
  batches: readonly (readonly SourceIdea[])[],
  replies: readonly Row[],
  live: boolean,
): void {
  const candidates = replies.flatMap((reply) => rowsOf(reply['candidates']));
  const skipped = replies.flatMap((reply, at) =>
    rowsOf(reply['skipped_rows']).map((row) => ({
      row,
      from: batches[at]?.[Number(row['index'])],
    })),
  );
  printer.table(
    [
      { title: 'PROJECT', cellsMin: 16 },
      { title: 'PRIORITY', align: 'right' },
      { title: 'CLASS' },
      { title: 'TITLE', cellsMin: 16 },
    ],
    candidates.map((row) => [
      asText(row['project_id']),
      Number(row['dispatch_priority']),
      asText(row['workload_class']),
      asText(row['title']),
    ]),
    'No idea is new.',
  );
  for (const { row, from } of skipped) {
    const of = asText(row['duplicate_of']);
    const where = from === undefined ? '' : `${from.file}:${from.line}: `;
    printer.line(
      `skipped ${where}${asText(row['title'])} (${asText(row['reason'])}${of === '' ? '' : `: ${of}`})`,
      'dim',
    );
  }
  const beside =
    passedOver === 0 ? '' : `, ${passedOver} other file${passedOver === 1 ? '' : 's'} passed over`;
  printer.line(
    `${ideas.length} idea${ideas.length === 1 ? '' : 's'} in ${files.length} file${files.length === 1 ? '' : 's'}${beside}.`,
  );
  if (!live) {
    printer.line(`Dry run: ${candidates.length} would be created. Add --live to do it.`, 'dim');
    if (batches.length > 1)
      printer.line(
        `They go in ${batches.length} batches. An idea that repeats one of another batch is counted here, and left out then.`,
        'dim',
      );
    return;
  }
  const isOld = (reply: Row): boolean => reply['replayed'] === true;
  const old = replies.filter(isOld);
  const created = createdBy(replies.filter((reply) => !isOld(reply)));
  const before = `${old.length} of ${replies.length} batches had been imported before, and created ${createdBy(old)} then.`;
  printer.line(`Created ${created}.${old.length === 0 ? '' : ` ${before}`}`);
}
