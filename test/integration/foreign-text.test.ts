/** The service answers while a paper is worked on, also right after a restart, and says so. On both transports. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileText } from '../support/hostile-texts.ts';
import { transportNames } from '../support/http.ts';
import { plantDraft, send } from '../support/paper-requests.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { sampleFiles } from '../unit/papers/support.ts';

const paperId = 'hostile-20260101T000000000--draft';
const gate = new SharedArrayBuffer(4);
function openGate(): void {
  Atomics.store(new Int32Array(gate), 0, 1);
  Atomics.notify(new Int32Array(gate), 0);
}

let service: TestService;
const busy = () =>
  until(async () => {
    const health = await send(service, '/control/health');
    const { paper_work: work } = health.body as { paper_work: { busy: number } };
    return work.busy === 1 && health;
  }, 'a paper is being worked on');

describe.each(transportNames)('on %s, while a thread stands still over a paper', (transport) => {
  beforeAll(async () => {
    Atomics.store(new Int32Array(gate), 0, 0);
    service = await startService({ transport, paperWork: { rig: { gate } } });
  });
  afterAll(async () => {
    openGate();
    await service.remove();
  });

  it('health is answered, the work is counted, and a restart takes it up again', async () => {
    const drafting = plantDraft(service, 'hostile', {
      ...sampleFiles,
      'run_notes.md': `# Method\n\n${hostileText('opening brackets', 200_000)}`,
    });
    // Its host goes away before it is answered.
    drafting.catch(() => {});
    expect((await busy()).status).toBe(200);
    expect((await send(service, '/healthz')).body).toMatchObject({ ok: true });
    const metrics = await send(service, '/metrics');
    expect(metrics.text).toContain('orrery_paper_jobs{state="busy"} 1');

    await service.stop();
    service = await startService({ transport, dir: service.dir, paperWork: { rig: { gate } } });
    await busy();
    expect((await send(service, '/healthz')).body).toMatchObject({ ok: true });

    openGate();
    const paper = await until(async () => {
      const row = await service.app.control!.context.reads.get('paper', paperId);
      return row?.['status'] === 'draft_review' && row;
    }, 'the paper is drafted');
    expect(paper['last_error']).toBe(null);
  });
});
