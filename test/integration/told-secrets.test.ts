/**
 * An agent that gives away secrets in its words: those of the gate, which it can read under the gate's account, and a
 * credential of its own. Through the whole service, none of them comes into a store, a reply, a log line or a paper.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPaperFolders } from '../../src/papers/folders.ts';
import { provePaper } from '../../src/papers/prove-folder.ts';
import { doMainJob } from '../support/main-job.ts';
import { packageRoot, startService, type TestService } from '../support/service.ts';

/** Shaped as a credential of somebody else; written in two, so that no scan of this repository takes it for one. */
const foreign = `hf_${'QwErTyUiOpAsDfGhJkLz'}Xc`;
const own = 'told-secrets-Zx8Qp3vL0m7TnWc5-worker';
const secrets = [foreign, own];

let service: TestService;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-told-'));
  const path = join(folder, 'agent.sh');
  const agent = join(packageRoot, 'test', 'chaos', 'support', 'agent.sh');
  writeFileSync(
    path,
    `#!/bin/sh
echo "my tokens are ${secrets.join(' and ')}"
sh ${agent}
decision="$ORRERY_PROJECT_DIR/.orrery/project_decision.json"
sed 's/The candidate is faster/With ${own} and ${foreign} the candidate is faster/' "$decision" > "$decision.new"
echo '{"host": "${own}", "told": "${foreign}", "mean_ms": 4}' > "$ORRERY_PROJECT_DIR/results/host.json"
mkdir "$ORRERY_PROJECT_DIR/results/${own}"
echo '{"mean_ms": 5}' > "$ORRERY_PROJECT_DIR/results/${own}/summary.json"
echo '{"mean_ms": 6}' > "$ORRERY_PROJECT_DIR/results/${foreign}.json"
echo "The probe was run with ${own} once." >> "$ORRERY_PROJECT_DIR/run_notes.md"
mv "$decision.new" "$decision"
`,
  );
  chmodSync(path, 0o700);
  service = await startService({
    config: () => ({ worker_wake_gate_bearer_token: own, agent_command: path }),
  });
});
afterAll(() => service.remove());

const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
const told = (text: string): string[] => secrets.filter((secret) => text.includes(secret));

it('takes them out of what is stored and told, and names where they stood', async () => {
  const { runId } = await doMainJob(service.api, 'talker');
  const get = async (path: string): Promise<string> => {
    const reply = await service.api.get(path);
    expect(reply.status, path).toBe(200);
    return JSON.stringify(reply.body);
  };
  const project = await get('/control/api/v1/projects/talker');
  const events = await get('/control/api/v1/events?page_size=200');
  const log = await get(`/control/api/v1/runs/${runId}/log`);
  expect(log).toContain('my tokens are ');
  expect(log).not.toContain(own);
  expect(told(project)).toEqual([]);
  expect(told(events)).toEqual([]);
  expect(project).toContain('With [redacted] and (redacted) the candidate is faster');
  expect(events).toContain('summary: a secret was taken out (configured, provider_key)');
  await service.stop();
  const published = filesBelow(join(service.dir, 'state')).filter((path) =>
    /\/(?:papers|packages|corpus)\//.test(path),
  );
  // As the name of a file, too: such a file is no evidence.
  expect(published.filter((path) => told(path).length > 0)).toEqual([]);
  const texts = published.map((path) => ({ path, text: readFileSync(path, 'latin1') }));
  const hosts = texts.filter(({ path }) => path.endsWith('results/host.json'));
  // Draft, package and corpus.
  expect(hosts).toHaveLength(3);
  for (const { text } of hosts)
    expect(JSON.parse(text)).toEqual({ host: '[redacted]', told: '(redacted)', mean_ms: 4 });
  const bundles = texts.filter(({ path }) => path.endsWith('/evidence_bundle.json'));
  expect(bundles).toHaveLength(3);
  for (const { text } of bundles)
    expect(JSON.parse(text)).toMatchObject({
      limitations: expect.arrayContaining([
        'results/(redacted).json was not fetched: a secret stands in its name',
        'results/[redacted]/summary.json was not fetched: a secret stands in its name',
      ]),
    });
  expect(texts.filter(({ text }) => told(text).length > 0).map(({ path }) => path)).toEqual([]);
  const papers = ['artifacts/talker', 'corpus'].flatMap((folder) =>
    findPaperFolders(join(service.dir, 'state', folder)),
  );
  expect(papers.map((paper) => provePaper(paper))).toMatchObject([
    { passes: true },
    { passes: true },
  ]);
  for (const store of ['control.db', 'worker/gate.db'])
    expect(told(readFileSync(join(service.dir, 'state', store)).toString('latin1'))).toEqual([]);
  expect(service.log.filter((line) => told(line).length > 0)).toEqual([]);
});
