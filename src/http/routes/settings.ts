/** The configuration that the service runs with. */
import { toIsoTime } from '../../lib/clock.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { get } from '../wire/fields.ts';
import { settingsReplySchema } from '../wire/settings.ts';
import type { ApiContext } from './context.ts';

/** One route. Secrets are never in its reply. */
export const settingsRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'settings',
    path: '/control/api/v1/settings',
    summary: 'Every setting with its value, where that comes from, and what it means; no secrets.',
    replies: { 200: settingsReplySchema },
    handler: (_request, { control, configuration }: ApiContext) =>
      ok({
        ok: true as const,
        ...configuration,
        generated_at: toIsoTime(control.clock.now()),
        source: 'file',
      }),
  }),
];
