/** `orrery resume`: lets dispatches begin again after `orrery pause`. */
import { type CommandInput, exitCodes } from '../command.ts';
import { withConnection } from '../connection.ts';
import { given, textOption } from '../options.ts';
import { createPrinter, printJson, wantsJson } from '../output/print.ts';
import type { Row } from '../output/rows.ts';

export const run = (input: CommandInput): Promise<number> =>
  withConnection(input, async ({ call }) => {
    const key = textOption(input, 'key');
    const body = given({ idempotency_key: key, resumed_by: textOption(input, 'by') });
    const { data } = await call<Row>((api) => api.POST('/control/resume', { body }), { key });
    if (wantsJson(input)) printJson(input, data);
    else createPrinter(input).line('The queue is open: dispatches may begin.');
    return exitCodes.ok;
  });
