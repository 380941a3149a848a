/**
 * A real Alertmanager: what is told is an alert there, under the same labels until it is over.
 * @needs alertmanager
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NotificationMessage } from '../../src/domain/notification.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createAlertmanager } from '../../src/notify/alertmanager.ts';
import type { Channel } from '../../src/notify/channel.ts';
import { createHttpChannel } from '../../src/notify/http-channel.ts';
import { freePort, until } from '../support/service.ts';

let alertmanager: ChildProcess;
let channel: Channel;
let url: string;
let dir: string;

function findAlertmanager(): string {
  const names = ['prometheus-alertmanager', 'alertmanager'];
  const script = names.map((name) => `command -v ${name}`).join(' || ');
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim();
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'orrery-alertmanager-'));
  writeFileSync(
    join(dir, 'config.yml'),
    'route: { receiver: none }\nreceivers: [{ name: none }]\n',
  );
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  alertmanager = spawn(
    findAlertmanager(),
    [
      `--config.file=${join(dir, 'config.yml')}`,
      `--storage.path=${join(dir, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
    { stdio: 'ignore' },
  );
  const service = createAlertmanager({ url });
  channel = createHttpChannel(service, { clock: systemClock, timeoutMs: 10_000 });
  await until(
    () =>
      fetch(`${url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'the Alertmanager is ready',
  );
}, 90_000);
afterAll(async () => {
  await channel.close();
  alertmanager.kill();
  rmSync(dir, { recursive: true, force: true });
});

type Row = Readonly<Record<string, unknown>>;
const standing = async (): Promise<readonly Row[]> =>
  (await (await fetch(`${url}/api/v2/alerts`)).json()) as Row[];
const tell = (change: Partial<NotificationMessage>, id: string) => {
  const message: NotificationMessage = {
    incident_id: 'worker:gpu-1.1',
    news: 'firing',
    severity: 'warn',
    alert_kind: 'worker_unreachable',
    title: 'Worker gpu-1 does not answer',
    text: 'Start it.',
    since: null,
    said_at: new Date(Date.now()).toISOString(),
    members: [],
    ...change,
  };
  return channel.send({ id, message }, new AbortController().signal);
};

it('stands there once, grows graver, and is over when it is resolved', async () => {
  expect(await tell({}, 'a')).toEqual({ kind: 'delivered', receipt: 'HTTP 200' });
  await tell({ severity: 'critical' }, 'b');
  const [alert, ...others] = await until(async () => {
    const alerts = await standing();
    return (alerts[0]?.['annotations'] as Row)?.['severity'] === 'critical' && alerts;
  }, 'the alert stands');
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    labels: { alertname: 'worker_unreachable', incident_id: 'worker:gpu-1.1' },
    annotations: { summary: 'Worker gpu-1 does not answer', severity: 'critical' },
  });
  await tell({ news: 'resolved' }, 'c');
  await until(async () => (await standing()).length === 0, 'the alert is over');
}, 90_000);

it('refuses what it cannot read', async () => {
  const garbled = createHttpChannel(
    {
      ...createAlertmanager({ url }),
      toRequest: () => ({
        url: `${url}/api/v2/alerts`,
        headers: { 'content-type': 'application/json' },
        body: '[{"labels":{}}]',
      }),
    },
    { clock: systemClock, timeoutMs: 10_000 },
  );
  const message = { id: 'd', message: {} as NotificationMessage };
  expect(await garbled.send(message, new AbortController().signal)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('alertmanager answered 400'),
  });
  await garbled.close();
});
