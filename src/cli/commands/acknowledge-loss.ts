/** `orrery acknowledge-loss`: an operator knows what is gone from the event log. */
import { type CommandInput, exitCodes } from '../command.ts';
import { withConnection } from '../connection.ts';
import { given, textOption } from '../options.ts';
import { createPrinter, printJson, wantsJson } from '../output/print.ts';
import type { Row } from '../output/rows.ts';

export const run = (input: CommandInput): Promise<number> =>
  withConnection(input, async ({ call }) => {
    const key = textOption(input, 'key');
    const body = given({
      idempotency_key: key,
      acknowledged_by: textOption(input, 'by'),
      note: textOption(input, 'note'),
    });
    const { data } = await call<Row>(
      (api) => api.POST('/control/api/v1/event-log/acknowledge-loss', { body }),
      { key },
    );
    if (wantsJson(input)) printJson(input, data);
    else createPrinter(input).line('Noted in the log. Readiness and headline say no more of it.');
    return exitCodes.ok;
  });
