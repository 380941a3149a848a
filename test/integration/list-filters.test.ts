/** Lists narrowed over HTTP by what their entities declare, on both transports. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

describe.each(['uws', 'node'] as const)('a list over %s', (transport) => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService({ transport });
  });
  afterEach(() => service.remove());

  const create = (id: string, more: object) =>
    service.api.post('/control/api/v1/projects', { project_id: id, title: `Idea ${id}`, ...more });
  const idsOf = async (address: string): Promise<unknown> => {
    const { status, body } = await service.api.get(`/control/api/v1/${address}`);
    if (status !== 200) return body['errors'] ?? body;
    return (body['rows'] as { project_id: string }[]).map((row) => row.project_id).sort();
  };

  it('refuses a word that is no value, and a filter of another entity', async () => {
    expect(await idsOf('queue?workload_class=gpu')).toMatchObject([{ path: 'workload_class' }]);
    expect(await idsOf('runs?manual_review_required=true')).toMatchObject([
      { path: 'manual_review_required' },
    ]);
    const many = Array.from({ length: 21 }, (_, index) => `tag=t${index}`).join('&');
    expect(await idsOf(`projects?${many}`)).toMatchObject([{ path: 'tag' }]);
  });

  it('of projects takes all of several tags and any of those with commas', async () => {
    const mark = 'intake:0123456789abcdef';
    await create('a', { tags: [' gpu ', 'fast', 'gpu'] });
    await create('b', { tags: ['gpu', mark] });
    const shown = await create('c', { tags: ['two words', 'fast'] });
    expect(shown.body['project']).toMatchObject({ tags: ['two words', 'fast'] });
    expect(await idsOf('projects?tag=gpu')).toEqual(['a', 'b']);
    expect(await idsOf('projects?tag=gpu&tag=fast')).toEqual(['a']);
    expect(await idsOf('projects?tag=two+words,gpu')).toEqual(['a', 'b', 'c']);
    expect(await idsOf('projects?tag=gpu,two%20words&tag=fast')).toEqual(['a', 'c']);
    expect(await idsOf('projects?tag=')).toMatchObject([{ path: 'tag[0]' }]);
    expect(await idsOf('projects?tag=none')).toEqual([]);
    // What looks like a mark of the program is a tag like any other.
    expect(await idsOf(`projects?tag=${mark}`)).toEqual(['b']);
    expect((await create('d', { tags: ['x,y'] })).status).toBe(422);
  });

  it('of the queue takes what its items declare', async () => {
    await create('a', { workload_class: 'cpu_only' });
    await create('b', { workload_class: 'unknown' });
    expect(await idsOf('queue?workload_class=cpu_only')).toEqual(['a']);
    expect(await idsOf('queue?manual_review_required=true')).toEqual([]);
    expect(await idsOf('queue?manual_review_required=false&project_id=b')).toEqual(['b']);
    expect(await idsOf('queue?operator_lane=attention')).toEqual([]);
    await service.api.post('/control/api/v1/queue/a/cancel', {});
    expect(await idsOf('queue?operator_lane=done_no_paper')).toEqual(['a']);
    expect(await idsOf('queue?operator_lane=queued')).toEqual(['b']);
    expect(await idsOf('papers?operator_lane=queued')).toMatchObject([{ path: 'operator_lane' }]);
  });
});
