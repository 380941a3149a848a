/** `orrery worker …`: the runs and the callback outbox of one worker gate, asked itself. */
import { limits } from '../../domain/limits.ts';
import { type CallbackListReply, callbackStates } from '../../worker-wire/wire-callbacks.ts';
import { type CommandInput, exitCodes, type RunCommand } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { numberOption, textOption, wordOption } from '../options.ts';
import { formatAge } from '../output/age.ts';
import { createPrinter, printJson, wantsJson } from '../output/print.ts';
import { statusCell } from '../output/rows.ts';
import { withWorkerGate } from '../worker-connection.ts';

/** Lists the runs that the gate knows, as many as one reply holds; `ok` whatever they are. */
export const runs: RunCommand = (input) =>
  withWorkerGate(input, async ({ call, address }) => {
    const reply = await call((gate) => gate.listRuns());
    if (wantsJson(input)) printJson(input, reply);
    else {
      const printer = createPrinter(input);
      const { waiting = 0, parked = 0 } = reply.callbacks ?? {};
      printer.line(
        `${address.baseUrl}: ${reply.live_count} live, callbacks waiting ${waiting}, runs with a refused one ${parked}`,
        parked === 0 ? 'dim' : 'warn',
      );
      const { out_of_service: out = 0, dead_letters: letters = 0 } = reply.bench ?? {};
      if (out > 0 || letters > 0)
        printer.line(
          `actors of the gate out of service ${out}, dead letters ${letters}: see orrery bench`,
          'warn',
        );
      printer.table(
        [
          { title: 'RUN', cellsMin: 16 },
          { title: 'STATUS' },
          { title: 'IDLE' },
          { title: 'PID', align: 'right' },
          { title: 'EXIT', align: 'right' },
          { title: 'STARTED' },
          { title: 'ERROR', cellsMin: 16 },
        ],
        reply.runs.map((run) => [
          run.run_id,
          statusCell(run, 'status'),
          run.idle_state,
          run.pid,
          run.exit_code,
          formatAge(run.started_at, reply.timestamp),
          run.last_error,
        ]),
        'No run was ever sent here.',
      );
    }
    return exitCodes.ok;
  });

/** Looks first: a stop of an id that nobody knows would call it off for good. */
export const stop: RunCommand = (input) =>
  withWorkerGate(input, async ({ call }) => {
    const runId = input.args[0] ?? '';
    const graceSec = numberOption(input, 'grace', { min: 0, max: 600 });
    await call((gate) => gate.findRun(runId));
    const reply = await call((gate) =>
      gate.stopRun(runId, {
        reason: textOption(input, 'reason') ?? 'an operator wanted it',
        report: true,
        ...(graceSec === undefined ? {} : { grace_sec: graceSec }),
      }),
    );
    if (wantsJson(input)) printJson(input, reply);
    else {
      createPrinter(input).line(
        reply.replayed
          ? `${runId} was over before: it is ${reply.run.status}.`
          : `${runId} is ${reply.run.status}.`,
      );
    }
    return exitCodes.ok;
  });

/** `failed` while anything is parked, so that a script notices. */
export const callbacks: RunCommand = (input) =>
  withWorkerGate(input, async ({ call }) => {
    const state = wordOption(input, 'state', callbackStates) ?? null;
    const limit =
      numberOption(input, 'limit', { min: 1, max: limits.pageSizeMax }) ?? limits.pageSizeDefault;
    const reply = await call((gate) => gate.listCallbacks({ state, limit }));
    if (wantsJson(input)) printJson(input, reply);
    else printCallbacks(input, reply);
    return reply.summary.parked === 0 ? exitCodes.ok : exitCodes.failed;
  });

function printCallbacks(input: CommandInput, reply: CallbackListReply): void {
  const printer = createPrinter(input);
  const { waiting, parked } = reply.summary;
  printer.table(
    [
      { title: 'RUN', cellsMin: 16 },
      { title: 'STATE' },
      { title: 'FIRST', cellsMin: 12 },
      { title: 'OF', align: 'right' },
      { title: 'SINCE' },
      { title: 'TRIES', align: 'right' },
      { title: 'NEXT TRY' },
      { title: 'REFUSED', align: 'right' },
      { title: 'LAST ERROR', cellsMin: 16 },
    ],
    reply.callbacks.map((row) => [
      row.run_id,
      row.state === 'parked' ? { text: row.state, tone: 'bad' } : row.state,
      row.first_event_type,
      row.queue_length,
      formatAge(row.first_at, reply.timestamp),
      row.attempts,
      row.next_attempt_at ?? (row.state === 'parked' ? 'by command' : 'now'),
      row.state === 'parked' ? row.last_status_code : null,
      row.last_error,
    ]),
    waiting + parked === 0
      ? 'The control plane has taken everything.'
      : `None of these: callbacks waiting ${waiting}, runs with a refused one ${parked}.`,
  );
  if (reply.has_more) printer.line('There are more; --limit shows up to 500.', 'dim');
  if (parked > 0) {
    const advice =
      'Refused ones go out again with `orrery worker retry-callback`, once the cause is mended.';
    printer.line(advice, 'warn');
  }
}

const retryWords = {
  retried: 'it was parked and is posted again now',
  hurried: 'it is posted now instead of later',
  under_way: 'it is being posted already',
  nothing_waiting: 'everything of this run is delivered',
} as const;

/** Posts callbacks of one run, or with `--all` of every one, now; `usage` unless one of the two is given. */
export const retryCallback: RunCommand = (input) =>
  withWorkerGate(input, async ({ call }) => {
    const runId = input.args[0];
    const isAll = input.options['all'] === true;
    if ((runId === undefined) !== isAll)
      throw new CommandFailure(exitCodes.usage, 'name one run, or give --all for every one');
    const printer = createPrinter(input);
    if (runId === undefined) {
      const reply = await call((gate) => gate.retryAllCallbacks());
      if (wantsJson(input)) printJson(input, reply);
      else {
        const more = reply.has_more ? '; there are more, repeat it' : '';
        printer.line(`Posted again: ${reply.retried} parked, ${reply.hurried} waiting${more}.`);
      }
    } else {
      const reply = await call((gate) => gate.retryCallbacks(runId));
      if (wantsJson(input)) printJson(input, reply);
      else printer.line(`${runId}: ${retryWords[reply.result]}.`);
    }
    if (!wantsJson(input)) printer.line('See what came of it with: orrery worker callbacks', 'dim');
    return exitCodes.ok;
  });
