/** The pump: what it does by itself, and its switch. */
import * as z from 'zod';
import { readPumpReply, switchPump } from '../../control/pump/index.ts';
import { answered, defineRoute, ok, type Route } from '../route.ts';
import { asked, command, get, words } from '../wire/fields.ts';
import { pumpReply, pumpSwitchReply } from '../wire/pump.ts';
import type { ApiContext } from './context.ts';

const switches = {
  on: {
    isOn: true,
    summary:
      'Lets the service draft, dispatch, publish and follow up by itself, as configured; on already, it looks at once.',
    errors: ['read_only', 'idempotency_conflict'],
  },
  off: {
    isOn: false,
    summary: 'Nothing starts by itself any more; a step under way ends, what runs goes on.',
    errors: ['transition_refused', 'idempotency_conflict'],
  },
} as const;

/** Switching changes what begins from then on, and nothing that was begun. */
export const pumpRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'pump.get',
    path: '/control/api/v1/pump',
    summary: 'Whether the service goes on by itself, what it did last, and why not more.',
    replies: { 200: pumpReply },
    handler: async (_request, { control }) => ok(await readPumpReply(control)),
  }),
  ...(['on', 'off'] as const).map((word) =>
    defineRoute({
      ...command,
      id: `pump.${word}`,
      path: `/control/api/v1/pump/${word}`,
      summary: switches[word].summary,
      body: z.strictObject({
        ...asked,
        reason: words(1000).nullable().default(null),
      }),
      replies: { 200: pumpSwitchReply },
      errors: switches[word].errors,
      idempotent: true,
      handler: async ({ body }, { control }: ApiContext) =>
        answered(await switchPump(control, switches[word].isOn, body)),
    }),
  ),
];
