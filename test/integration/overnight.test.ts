/** A night without anybody: an idea is dropped as a file, and in the morning its package is in the corpus. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;

describe('a service with pump and idea folder', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({
      config: () => ({
        intake_dir: 'ideas',
        queue_pump_enabled: true,
        queue_pump_paper_draft_enabled: true,
        queue_pump_publish_enabled: true,
      }),
    });
  });
  afterAll(() => service.remove());

  const eventsOfType = async (type: string): Promise<Row[]> =>
    (await service.api.get(`/control/api/v1/events?event_type=${type}`)).body['rows'] as Row[];

  it('runs, writes, packages and imports what was dropped, each once, and nobody is asked', async () => {
    const file = join(service.dir, 'ideas', 'night.md');
    mkdirSync(join(service.dir, 'ideas'), { recursive: true });
    writeFileSync(file, '---\ntitle: Left alone overnight\n---\nMeasure it.\n');
    const corpus = await until(async () => {
      const { body } = await service.api.get('/control/api/v1/corpus');
      return (body['counts'] as Row)['imported'] === 1 && body;
    }, 'the package is in the corpus');
    expect(corpus['state']).toMatchObject({ explicit: true });
    expect(existsSync(join(service.dir, 'ideas', 'taken', 'night.md'))).toBe(true);
    expect(service.starts()).toHaveLength(1);
    const once = ['queue_item.claimed', 'paper.drafted', 'corpus.imported'];
    for (const type of once) expect([type, (await eventsOfType(type)).length]).toEqual([type, 1]);
    const { body } = await service.api.get('/control/api/v1/events?page_size=500');
    const authors = new Set((body['rows'] as Row[]).map((event) => event['actor']));
    expect([...authors].filter((author) => author === 'operator')).toEqual([]);
  });

  it('says what it did by itself, and that it can be left alone', async () => {
    const pump = await service.api.get('/control/api/v1/pump');
    expect(pump.body).toMatchObject({ ok: true });
    const overview = await service.api.get('/control/api/v1/overview');
    expect(String(overview.body['headline'])).toMatch(/^You can leave it alone/);
  });
});
