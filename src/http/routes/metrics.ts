/** Metrics for Prometheus, in every role. */
import type { Metrics } from '../../metrics/render-metrics.ts';
import { defineRoute, type Route } from '../route.ts';
import { get } from '../wire/fields.ts';

/** What the parts of the process have added their sources to. */
export interface MetricsContext {
  readonly metrics: Metrics;
}

/** One route, opened by the control token and by the worker token. */
export const metricsRoutes: readonly Route<MetricsContext>[] = [
  defineRoute({
    ...get,
    id: 'metrics',
    path: '/metrics',
    auth: 'any',
    summary: 'Metrics of this process in the Prometheus text format.',
    replies: { 200: null },
    handler: async (_request, { metrics }) => ({
      status: 200,
      body: await metrics.render(),
      contentType: metrics.contentType,
    }),
  }),
];
