/**
 * One `nvidia-smi` in loop mode at a time: started, watched for hanging, ended and started again
 * after a back-off. It keeps the newest reading; who asks for one is `gpu-stream-source.ts`.
 */
import { type BackOffPolicy, backOffDelayMs } from '../lib/back-off.ts';
import type { Clock, TimerHandle } from '../lib/clock.ts';
import type { Entropy } from '../lib/ids.ts';
import { csvFormat, type NvidiaQueries } from './nvidia-queries.ts';
import { quote } from './parsers/number.ts';
import { createNvidiaBlockReader, type NvidiaBlockReader } from './parsers/nvidia-blocks.ts';
import { type GpuList, gpuCountField } from './parsers/nvidia-query-gpu.ts';
import type { RunningStream, StartStream, StreamEnd } from './stream-command.ts';

interface GpuStreamOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>;
  readonly random: Entropy['random'];
  readonly queries: NvidiaQueries;
  readonly startStream: StartStream;
  /** Time between two readings of the program. */
  readonly periodMs: number;
  /** Called when there is a new reading, and when the program has ended. */
  readonly onChange: () => void;
}

/** The newest thing the program told, whole or not; whoever takes it judges its age by `atMs`. */
export interface StreamReading {
  readonly list: GpuList;
  /** When it arrived; it began at most one period and its own duration earlier. */
  readonly atMs: number;
}

interface GpuStream {
  /** Starts the program unless it runs, or waits for its next turn. */
  open(): void;
  /** The program that runs now: its pid and since when it has told nothing. */
  running(): { readonly pid: number | undefined; readonly silentSinceMs: number } | undefined;
  /** The newest reading of the program that runs now. */
  newest(): StreamReading | undefined;
  /** What went wrong since the last call, one line each. */
  takeNotices(): readonly string[];
  /** Ends the program; resolves when it has gone. */
  close(): Promise<void>;
}

/** From the third failure on, this is far more "try again later" than "start again". */
export const restartPolicy: BackOffPolicy = { baseMs: 2000, maxMs: 600_000, factor: 5 };
/** So many whole readings show that a program works, and failures count from one again. */
const steadyReadings = 3;
/** No whole reading for this many periods: it hangs. */
const hangPeriods = 3;
/** A driver that is not kept loaded takes seconds to answer first. */
const hangMsMin = 10_000;
/** More output than that without a whole reading is not a query's; one of 256 GPUs is 75 KiB. */
const senselessBytesMax = 256 * 1024;
const noticesMax = 4;
const saidCharsMax = 300;
const closedVerdict = 'is no longer wanted';

interface Run {
  readonly stream: RunningStream;
  readonly blocks: NvidiaBlockReader;
  /** Resolves when the process has gone. */
  readonly gone: Promise<void>;
  readings: number;
  silentSinceMs: number;
  senselessBytes: number;
  /** The first of what it wrote that was no reading. */
  said: string;
  /** Why it is being ended; undefined while it may go on. */
  verdict?: string;
}

/** How long a stream of this period may be silent before it counts as hanging, ms. */
export function hangAfterMs(periodMs: number): number {
  return Math.max(hangMsMin, hangPeriods * periodMs);
}

/** Creates it; nothing runs until `open`. */
export function createGpuStream(options: GpuStreamOptions): GpuStream {
  const { clock, queries, periodMs, onChange } = options;
  let run: Run | undefined;
  let newest: StreamReading | undefined;
  let failures = 0;
  let isWanted = false;
  let watchdog: TimerHandle | undefined;
  let restart: TimerHandle | undefined;
  let notices: readonly string[] = [];

  const notice = (text: string): void => {
    notices = [...notices, `gpus: ${text}`].slice(-noticesMax);
  };

  const forget = (): void => {
    watchdog?.cancel();
    run = undefined;
    newest = undefined;
  };

  /** Ends the program; until it has gone, nothing else may be started. */
  const end = (ended: Run, verdict: string): void => {
    ended.verdict = verdict;
    notice(`the nvidia-smi stream (pid ${ended.stream.pid ?? 'none'}) ${verdict} and was ended`);
    queries.block(ended.gone);
    forget();
    ended.stream.kill();
    onChange();
  };

  const watch = (own: Run): void => {
    watchdog?.cancel();
    own.silentSinceMs = clock.monotonic();
    own.senselessBytes = 0;
    const afterMs = hangAfterMs(periodMs);
    watchdog = clock.setTimer(afterMs, () => {
      end(own, `told no whole reading for ${Math.round(afterMs / 1000)} s`);
    });
  };

  const take = (own: Run, piece: Buffer): void => {
    if (own !== run) return;
    own.senselessBytes += piece.length;
    for (const { whole, list } of own.blocks.push(piece)) {
      if (whole) {
        watch(own);
        own.readings += 1;
        if (own.readings === steadyReadings) failures = 0;
      } else if (own.readings === 0) {
        // Before its first reading a program says why it cannot give one, and then ends.
        continue;
      }
      newest = { list, atMs: clock.monotonic() };
    }
    if (own.readings === 0) own.said = (own.said + piece.toString('utf8')).slice(0, saidCharsMax);
    if (own.senselessBytes > senselessBytesMax) end(own, 'wrote something else than readings');
    else onChange();
  };

  const retryLater = (): void => {
    failures += 1;
    const delayMs = backOffDelayMs(restartPolicy, failures, options.random());
    restart?.cancel();
    restart = clock.setTimer(delayMs, start);
  };

  const finish = (own: Run, reason: StreamEnd): void => {
    if (own === run) forget();
    if (own.verdict === closedVerdict) return;
    const said = own.said + (reason.kind === 'ended' ? reason.stderr : '');
    if (own.verdict === undefined && queries.dropRefusedField(said)) {
      start();
    } else {
      if (own.verdict === undefined) noticeEnd(reason, said);
      retryLater();
    }
    onChange();
  };

  const noticeEnd = (reason: StreamEnd, said: string): void => {
    if (reason.kind === 'missing' || said.startsWith('No devices were found')) return;
    const how =
      reason.kind === 'failed'
        ? `could not be started (${reason.reason})`
        : `ended (${reason.signal ?? `status ${reason.exitCode}`}${said === '' ? '' : `: ${quote(said.trim())}`})`;
    notice(`the nvidia-smi stream ${how}; single queries answer until it is started again`);
  };

  function start(): void {
    restart?.cancel();
    restart = undefined;
    if (!isWanted || run !== undefined) return;
    if (queries.isBlocked()) {
      retryLater();
      return;
    }
    const fields = [...queries.fields(), gpuCountField];
    let left = (): void => {};
    const gone = new Promise<void>((resolve) => {
      left = resolve;
    });
    const own: Run = {
      stream: options.startStream({
        command: queries.command,
        args: [`--query-gpu=${fields.join(',')}`, csvFormat, '-lms', String(periodMs)],
        onData: (piece) => take(own, piece),
        onEnd: (reason) => {
          left();
          // After `gone` is heard of: what it blocked may then be started.
          void gone.then(() => finish(own, reason));
        },
      }),
      blocks: createNvidiaBlockReader(fields),
      gone,
      readings: 0,
      silentSinceMs: clock.monotonic(),
      senselessBytes: 0,
      said: '',
    };
    run = own;
    watch(own);
  }

  return {
    open() {
      isWanted = true;
      if (run === undefined && restart === undefined && !queries.isBlocked()) start();
    },
    running: () =>
      run === undefined ? undefined : { pid: run.stream.pid, silentSinceMs: run.silentSinceMs },
    newest: () => newest,
    takeNotices() {
      const taken = notices;
      notices = [];
      return taken;
    },
    async close() {
      isWanted = false;
      restart?.cancel();
      restart = undefined;
      const closed = run;
      forget();
      if (closed === undefined) return;
      closed.verdict = closedVerdict;
      // Should it be opened again at once, it waits for this one to go.
      queries.block(closed.gone);
      closed.stream.kill();
      await closed.gone;
    },
  };
}
