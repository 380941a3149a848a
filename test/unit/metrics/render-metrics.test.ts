/** What `GET /metrics` says of the process itself: nothing that was not measured, and all that it has used. */
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../src/metrics/render-metrics.ts';
import { parsePrometheus } from '../../support/prometheus-text.ts';

const scrape = async (metrics = createMetrics({ sources: [], onSourceError: () => undefined })) =>
  parsePrometheus(await metrics.render());

describe('metrics of the process', () => {
  it('tells no lag of the event loop before one was measured', async () => {
    const families = await scrape();
    const told = [...families.values()].filter(
      ({ name, samples }) => name.startsWith('nodejs_eventloop_lag') && samples.length > 0,
    );
    expect(told.map(({ name }) => name)).toEqual([]);
  });

  it('tells each lag of the event loop once it was measured', async () => {
    const metrics = createMetrics({ sources: [], onSourceError: () => undefined });
    await expect
      .poll(async () => {
        const families = await scrape(metrics);
        return ['', '_min', '_max', '_mean', '_p50', '_p90', '_p99'].filter(
          (part) =>
            !((families.get(`nodejs_eventloop_lag${part}_seconds`)?.samples[0]?.value ?? 0) > 0),
        );
      })
      .toEqual([]);
  });

  it('counts the processor since the start of the process, not since the first scrape', async () => {
    const seconds = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    };
    const before = seconds();
    const value = (await scrape()).get('process_cpu_seconds_total')?.samples[0]?.value;
    expect(value).toBeGreaterThanOrEqual(before);
    expect(value).toBeLessThanOrEqual(seconds());
  });
});
