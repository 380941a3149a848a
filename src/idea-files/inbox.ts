/**
 * The folder that ideas are dropped into: a file that has come to rest there is taken in and moved to `taken`, or to
 * `refused` with its problems beside it. Nothing is remembered but the folder itself: the intake's key is made of
 * what the file holds, so a crash between intake and move repeats an answer and makes nothing twice.
 */
import { constants } from 'node:fs';
import { access, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Idea } from '../domain/entities/idea.ts';
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import { type Clock, type TimerHandle, toIsoTime } from '../lib/clock.ts';
import { factOfError, messageOfError, whyUnusable } from '../lib/describe-error.ts';
import { fingerprint } from '../lib/hash.ts';
import { makeFolder } from '../lib/make-folder.ts';
import { checkIdeas, type LeftOut, problemsOfLeftOut, toBatches } from './batches.ts';
import { isIdeaFile, readIdeasAt } from './read-files.ts';
import type { SourceIdea, SourceProblem } from './read-ideas.ts';

/** What the intake is asked for each batch of a file. */
export interface DroppedBatch {
  /** Of the content: the same ideas under the same name are one request. */
  readonly idempotency_key: string;
  readonly source: string;
  /** True where it is only asked what would become of it. */
  readonly dry_run: boolean;
  readonly requested_by: string;
  readonly ideas: readonly Idea[];
}

/** What became of a batch, or would. */
export interface DroppedReply {
  readonly created: number;
  readonly skipped: number;
  readonly skipped_rows: readonly LeftOut[];
  /** What became a project, or would. */
  readonly candidates: readonly { readonly project_id: string }[];
}

/** What can be said of the folder after the last look. */
export interface InboxState {
  /** ISO 8601; null before the first look. */
  readonly looked_at: string | null;
  /** Why files stay where they are; null while none does. */
  readonly trouble: string | null;
  /** Files seen in the last look that wait for the next one. */
  readonly waiting: number;
}

/** Looks from `start` to `stop`; tests look by themselves. */
export interface Inbox {
  start(): void;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
  look(): Promise<void>;
  state(): InboxState;
}

interface InboxOptions {
  readonly dir: string;
  readonly intervalMs: number;
  readonly clock: Clock;
  /** Takes a batch in; rejects with `ServiceError`. */
  readonly take: (batch: DroppedBatch) => Promise<DroppedReply>;
  /** Told of every file that was moved, in words. */
  readonly onMoved: (file: string, words: string) => void;
}

const takenFolder = 'taken';
const refusedFolder = 'refused';
const author = 'intake_dir';

/** Makes the folder with its two sub-folders; throws with a sentence when it cannot be used. */
export function createInbox(options: InboxOptions): Inbox {
  const { dir } = options;
  try {
    for (const folder of [takenFolder, refusedFolder]) makeFolder(join(dir, folder));
  } catch (error) {
    throw new Error(
      `intake_dir ${dir} cannot be used (${factOfError(error, 'it')}): make it a folder that the service may write to, or leave the field out`,
    );
  }
  return new DropFolder(options);
}

class DropFolder implements Inbox {
  readonly #options: InboxOptions;
  /** Size and time of each file at the last look: one that still changes is not read. */
  #seen: ReadonlyMap<string, string> = new Map();
  #state: InboxState = { looked_at: null, trouble: null, waiting: 0 };
  #timer: TimerHandle | undefined;
  #underWay: Promise<void> = Promise.resolve();
  #isRunning = false;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isRunning = true;
    this.#schedule(0);
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#timer?.cancel();
    await this.#underWay;
  }

  state(): InboxState {
    return this.#state;
  }

  async look(): Promise<void> {
    const { dir, clock } = this.#options;
    let trouble: string | null = null;
    const seen = new Map<string, string>();
    try {
      await access(dir, constants.R_OK | constants.W_OK);
      for (const name of await this.#list()) {
        const signature = await signatureOf(join(dir, name));
        if (signature === null) continue;
        if (this.#seen.get(name) === signature) {
          const left = await this.#process(name, signature).catch(
            (error: unknown) => `${name} cannot be read or moved: ${whyUnusable(error)}`,
          );
          if (left === null) continue;
          trouble ??= left;
        }
        seen.set(name, signature);
      }
    } catch (error) {
      trouble = `intake_dir cannot be read: ${whyUnusable(error)}`;
    }
    this.#seen = seen;
    this.#state = { looked_at: toIsoTime(clock.now()), trouble, waiting: seen.size };
  }

  #schedule(delayMs: number): void {
    if (!this.#isRunning) return;
    this.#timer = this.#options.clock.setTimer(delayMs, () => {
      this.#underWay = this.look().finally(() => this.#schedule(this.#options.intervalMs));
    });
  }

  /** The first ones by name; those beyond the bound have their turn when these have gone. */
  async #list(): Promise<string[]> {
    const entries = await readdir(this.#options.dir, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && isIdeaFile(entry.name))
      .map(({ name }) => name)
      .sort()
      .slice(0, limits.inboxFilesMax);
  }

  /** Null when the file is out of the way; else why it stays. */
  async #process(name: string, signature: string): Promise<string | null> {
    const path = join(this.#options.dir, name);
    const tooLarge = (await stat(path)).size > limits.inboxFileBytesMax;
    if (tooLarge) {
      const message = `is larger than ${limits.inboxFileBytesMax / 2 ** 20} MiB; use orrery import`;
      return this.#refuse(name, [{ file: name, line: null, message }]);
    }
    const read = readIdeasAt(path, name);
    const problems = [...read.problems];
    for (const batch of toBatches(read.ideas)) {
      problems.push(...checkIdeas(batch).problems);
      // Requests have their turn between two of them.
      await setImmediate();
    }
    if (problems.length > 0) return this.#refuse(name, problems);
    const sum = { created: 0, skipped: 0 };
    try {
      const objections = await this.#findObjections(name, read.ideas);
      if (objections.length > 0) return await this.#refuse(name, objections);
      // Only ideas that fit are left, so that batches of both kinds have the same members.
      for (const batch of toBatches(read.ideas)) {
        const made = await this.#take(name, checkIdeas(batch).ideas, false);
        sum.created += made.created;
        sum.skipped += made.skipped;
      }
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500 || error.status === 429)
        return `${name} could not be taken in: ${messageOfError(error)}`;
      return this.#refuse(name, [{ file: name, line: null, message: error.message }]);
    }
    // Written anew meanwhile: what it holds now has its turn like a new file.
    if ((await signatureOf(path)) !== signature) return `${name} changed while it was taken in`;
    const left = sum.skipped === 0 ? '' : `, ${sum.skipped} left out (there already, or closed)`;
    await this.#move(
      name,
      takenFolder,
      `${sum.created} ${sum.created === 1 ? 'idea was' : 'ideas were'} taken in${left}`,
    );
    return null;
  }

  /** What keeps ideas out that are new, found before anything of the file is made. */
  async #findObjections(name: string, ideas: readonly SourceIdea[]): Promise<SourceProblem[]> {
    const problems: SourceProblem[] = [];
    const earlier = new Set<string>();
    for (const batch of toBatches(ideas)) {
      const tried = await this.#take(name, checkIdeas(batch).ideas, true);
      problems.push(...problemsOfLeftOut(tried.skipped_rows, batch, earlier));
      for (const { project_id: id } of tried.candidates) earlier.add(id);
    }
    return problems;
  }

  #take(name: string, ideas: readonly Idea[], isDry: boolean): Promise<DroppedReply> {
    return this.#options.take({
      idempotency_key: `inbox-${fingerprint({ name, ideas }).slice(0, 40)}`,
      source: `${author}/${name}`.slice(0, 200),
      dry_run: isDry,
      requested_by: author,
      ideas,
    });
  }

  async #refuse(name: string, problems: readonly SourceProblem[]): Promise<null> {
    const words = problems
      .slice(0, limits.inboxProblemsMax)
      .map(({ line, message }) => `${name}${line === null ? '' : `:${line}`}: ${message}`);
    const more = problems.length - words.length;
    const text = [...words, ...(more > 0 ? [`and ${more} more problems`] : [])].join('\n');
    // First the reason: a crash between the two leaves no refused file without one.
    await writeFile(join(this.#options.dir, refusedFolder, `${name}.why.txt`), `${text}\n`);
    await this.#move(name, refusedFolder, words[0] ?? 'it holds no idea');
    return null;
  }

  /** Takes another name where an earlier file has it. */
  async #move(name: string, folder: string, words: string): Promise<void> {
    const { dir, clock, onMoved } = this.#options;
    const isFree = (await signatureOf(join(dir, folder, name))) === null;
    const { name: stem, ext } = parse(name);
    const target = isFree ? name : `${stem}.${toIsoTime(clock.now()).replace(/\W/g, '')}${ext}`;
    await rename(join(dir, name), join(dir, folder, target));
    onMoved(name, words);
  }
}

/** Null when there is no such file any more. */
async function signatureOf(path: string): Promise<string | null> {
  try {
    const { size, mtimeMs } = await stat(path);
    return `${size} ${mtimeMs}`;
  } catch {
    return null;
  }
}
