/** The service answers while a paper is worked on, also right after a restart, and says so. On both transports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileText } from '../support/hostile-texts.ts';
import { transportNames } from '../support/http.ts';
import { plantDraft, send } from '../support/paper-requests.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { sampleFiles } from '../unit/papers/support.ts';

const paperId = 'hostile-20260101T000000000--draft';
const holdDir = mkdtempSync(join(tmpdir(), 'orrery-hold-'));
const holdFile = join(holdDir, 'hold');
const rig = { holdFile };
const letGo = (): void => rmSync(holdFile, { force: true });
afterAll(() => rmSync(holdDir, { recursive: true }));

let service: TestService;
const busy = () =>
  until(async () => {
    const health = await send(service, '/control/health');
    const { paper_work: work } = health.body as { paper_work: { busy: number } };
    return work.busy === 1 && health;
  }, 'a paper is being worked on');

describe.each(transportNames)('on %s, while a process stands still over a paper', (transport) => {
  beforeAll(async () => {
    writeFileSync(holdFile, '');
    service = await startService({ transport, paperWork: { rig } });
  });
  afterAll(async () => {
    letGo();
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
    service = await startService({ transport, dir: service.dir, paperWork: { rig } });
    await busy();
    expect((await send(service, '/healthz')).body).toMatchObject({ ok: true });

    letGo();
    const paper = await until(async () => {
      const row = await service.app.control!.context.reads.get('paper', paperId);
      return row?.['status'] === 'draft_review' && row;
    }, 'the paper is drafted');
    expect(paper['last_error']).toBe(null);
  });
});
