/** `orrery watch`: what happens, as it happens; or one run until it is over. */
import type { DataFrame } from '../../http/live/client-types.ts';
import { liveLimits, topicPattern } from '../../http/live/protocol.ts';
import { systemClock } from '../../lib/clock.ts';
import { systemEntropy } from '../../lib/ids.ts';
import { type CommandInput, exitCodes, type RunCommand } from '../command.ts';
import { type Connection, withConnection } from '../connection.ts';
import { CommandFailure } from '../failure.ts';
import { textOption } from '../options.ts';
import { wantsJson } from '../output/print.ts';
import { type Row, rowOf } from '../output/rows.ts';
import { createStyle } from '../output/style.ts';
import { untilSignal } from '../until-signal.ts';
import { FeedSocket } from '../watch/feed-socket.ts';
import { toLine } from '../watch/lines.ts';
import { endOf, isEnd } from '../watch/run-end.ts';
import { type FeedPosition, type WatchWorld, watchFeed } from '../watch/watching.ts';

/** Telemetry of a run that is followed is printed no more often, unless its idle state changes. */
const telemetryEveryMs = 10_000;

/** Listens until a signal comes, the reader of the output goes away, or the run that is followed is over. */
export const run: RunCommand = (input) =>
  watch(input, {
    clock: systemClock,
    random: systemEntropy.random,
    WebSocket: FeedSocket,
    untilStopped: () => Promise.race([untilSignal(), untilOutputClosed()]),
  });

/** `run` in a given world. */
export function watch(input: CommandInput, world: WatchWorld): Promise<number> {
  return withConnection(input, (connection) => {
    const runId = textOption(input, 'run');
    const topics = topicsOf(input);
    if (runId === undefined) return watchTopics(input, { connection, topics, world });
    if (topics.length === 0) return followRun(input, { connection, runId, world });
    throw new CommandFailure(exitCodes.usage, '--run and --topic cannot be given together');
  });
}

interface Work {
  readonly connection: Connection;
  readonly world: WatchWorld;
}

function watchTopics(
  input: CommandInput,
  { connection, topics, world }: Work & { readonly topics: readonly string[] },
): Promise<number> {
  const print = createFramePrinter(input, world);
  return watchFeed(input, {
    address: connection.address,
    world,
    watching: {
      topics: topics.length === 0 ? ['events'] : topics,
      since: sinceOf(input),
      onFrame: print,
      onLook: () => undefined,
      enough: new Promise(() => undefined),
    },
  });
}

async function followRun(
  input: CommandInput,
  { connection, runId, world }: Work & { readonly runId: string },
): Promise<number> {
  let finish: (code: number) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const enough = new Promise<number>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const print = createFramePrinter(input, world);
  const isDue = createTelemetryPace(world);
  const ask = async (): Promise<Row> => {
    const path = { run_id: runId };
    const { data } = await connection.call((api) =>
      api.GET('/control/api/v1/runs/{run_id}', { params: { path } }),
    );
    return rowOf((data as Row)['run']);
  };
  /** The feed tells that it ended; how it ended is asked for. */
  const look = (): void => {
    ask().then((found) => {
      const end = endOf(found);
      if (end === null) return;
      if (!wantsJson(input)) input.io.out(end.words);
      finish(end.code);
    }, fail);
  };
  const found = await ask();
  if (!wantsJson(input) && endOf(found) === null) input.io.err(beginning(found));
  return watchFeed(input, {
    address: connection.address,
    world,
    watching: {
      topics: [`events/run/${runId}`, `state/run/${runId}`, `telemetry/${runId}`],
      since: sinceOf(input),
      onFrame(frame) {
        if (wantsJson(input) || frame.type === 'event' || isDue(frame)) print(frame);
        if (frame.type === 'state' && isEnd(frame.data.set['state'])) look();
      },
      onLook: look,
      enough,
    },
  });
}

function beginning(found: Row): string {
  const { project_id: project, run_id: runId, state, worker_target: worker } = found;
  const where = typeof worker === 'string' ? ` on ${worker}` : '';
  return `following run ${String(runId)} of ${String(project)}${where}; it is ${String(state).replaceAll('_', ' ')}`;
}

/** Whether a sample is to be shown: now and then, and whenever the idle state has changed. */
function createTelemetryPace({ clock }: WatchWorld): (frame: DataFrame) => boolean {
  let shownMs = Number.NEGATIVE_INFINITY;
  let shownState: unknown;
  return (frame) => {
    if (frame.type !== 'sample') return false;
    const state = frame.data.idle?.['state'];
    if (clock.monotonic() - shownMs < telemetryEveryMs && state === shownState) return false;
    shownMs = clock.monotonic();
    shownState = state;
    return true;
  };
}

function createFramePrinter(input: CommandInput, { clock }: WatchWorld) {
  const style = createStyle(input.io);
  return (frame: DataFrame): void =>
    input.io.out(wantsJson(input) ? JSON.stringify(frame) : toLine(frame, style, clock.now()));
}

function topicsOf({ options }: CommandInput): string[] {
  const given: unknown = options['topic'];
  const topics = Array.isArray(given) ? given.map(String) : [];
  const wrong = topics.find(
    (topic) => !topicPattern.test(topic) || topic.length > liveLimits.topicCharsMax,
  );
  if (wrong !== undefined) {
    throw new CommandFailure(exitCodes.usage, `--topic does not take ${JSON.stringify(wrong)}`, {
      lines: [
        'a topic is events, state or telemetry, or one of them narrowed down:',
        'events/<entity_type>[/<entity_id>], state/<kind>[/<id>], telemetry/<run_id>',
      ],
    });
  }
  if (topics.length <= liveLimits.topicsPerClientMax) return topics;
  const max = liveLimits.topicsPerClientMax;
  throw new CommandFailure(exitCodes.usage, `--topic takes at most ${max} topics`);
}

function sinceOf(input: CommandInput): FeedPosition | null {
  const text = textOption(input, 'since');
  if (text === undefined) return null;
  const [, id, epoch] = sincePattern.exec(text) ?? [];
  if (id !== undefined) return { eventId: Number(id), epoch: epoch ?? null };
  throw new CommandFailure(
    exitCodes.usage,
    `--since must be the id of an event, or one with the epoch of its log (1234@5b1c09d2f6a7e834), not "${text}"`,
  );
}

const sincePattern = new RegExp(`^(\\d{1,15})(?:@(\\S{1,${liveLimits.epochCharsMax}}))?$`);

/** Resolves when the reader of standard output has gone away, as after `| head`. */
function untilOutputClosed(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve());
    process.stdout.once('close', () => resolve());
  });
}
