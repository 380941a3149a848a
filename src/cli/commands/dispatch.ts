/** `orrery dispatch`: what would be started next, and with `--live`, starting it. */
import { asText } from '../../lib/as-text.ts';
import { systemEntropy } from '../../lib/ids.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { longReplyMsMax, withConnection } from '../connection.ts';
import { CommandFailure } from '../failure.ts';
import { given, textOption } from '../options.ts';
import { createPrinter, type Printer, printJson, wantsJson } from '../output/print.ts';
import { cellOf, type Row, rowOf } from '../output/rows.ts';

/** `failed` when nothing was or would be dispatched; the reply says why. */
export const run = (input: CommandInput): Promise<number> =>
  withConnection(input, async ({ call }) => {
    const live = input.options['live'] === true;
    const project_id = textOption(input, 'project');
    if (project_id !== undefined && input.options['next'] === true)
      throw new CommandFailure(exitCodes.usage, 'give --next or --project, not both');
    // A lost answer can be asked for again: the key is made before the request, and shown.
    const key = textOption(input, 'key') ?? (live ? `cli-${systemEntropy.id()}` : undefined);
    const body = given({
      dry_run: !live,
      idempotency_key: key,
      requested_by: textOption(input, 'by'),
      force_preflight: input.options['forcePreflight'] === true ? true : undefined,
    });
    const { data, replayed } = await call<Row>(
      async (api) =>
        project_id === undefined
          ? api.POST('/control/dispatch-next', { body })
          : api.POST('/control/dispatch-one', { body: { ...body, project_id } }),
      { timeoutMs: longReplyMsMax, key },
    );
    if (wantsJson(input)) printJson(input, data);
    else printDispatch(createPrinter(input), data, replayed);
    const happened = ['dry_run_dispatch', 'live_dispatch'].includes(asText(data['action']));
    return happened ? exitCodes.ok : exitCodes.failed;
  });

function printDispatch(printer: Printer, reply: Row, replayed: boolean): void {
  const candidate = rowOf(reply['candidate']);
  printer.line(asText(reply['reason']), 'strong');
  const shown = [
    ['project', 'project_id'],
    ['name', 'project_name'],
    ['worker', 'worker_target'],
    ['lane', 'lane'],
    ['why there', 'route_reason'],
    ['mode', 'mode'],
    ['class', 'workload_class'],
    ['priority', 'dispatch_priority'],
    ['prompt', 'prompt_file'],
  ] as const;
  const live = rowOf(reply['live']);
  printer.fields([
    ...shown
      .filter(([, member]) => candidate[member] !== undefined)
      .map(([title, member]) => [title, cellOf(candidate, member)] as const),
    ...(live['run_id'] === undefined ? [] : [['run', cellOf(live, 'run_id')] as const]),
  ]);
  const checks = Array.isArray(reply['checks']) ? reply['checks'] : [];
  if (reply['action'] === 'dry_run_dispatch') {
    printer.line(`Checked first: ${checks.join(', ')}`, 'dim');
    printer.line('This was a dry run: nothing has changed. Add --live to start it.', 'dim');
  }
  if (replayed)
    printer.line('This key was used before: the answer to that request is repeated.', 'dim');
}
