/** `orrery pause`: nothing new is started until `orrery resume`; what runs goes on. */
import { asText } from '../../lib/as-text.ts';
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
      reason: textOption(input, 'reason'),
      paused_by: textOption(input, 'by'),
      maintenance_mode: input.options['maintenance'] === true ? true : undefined,
    });
    const { data } = await call<Row>((api) => api.POST('/control/pause', { body }), { key });
    if (wantsJson(input)) printJson(input, data);
    else
      createPrinter(input).line(
        `The queue is ${asText(data['status'], input.options['maintenance'] === true ? 'in maintenance' : 'paused')}. What runs goes on; nothing new is started until \`orrery resume\`.`,
      );
    return exitCodes.ok;
  });
