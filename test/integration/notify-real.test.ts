/**
 * What a real Alertmanager and a real mail server make of our messages, each on loopback with a folder of its
 * own: an incident fires there, changes and is over, and nothing of it is there twice.
 * @needs alertmanager, aiosmtpd
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NotificationMessage, notificationIdOf } from '../../src/domain/notification.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { freePort } from '../../src/soak/free-port.ts';
import { startService, type TestService, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;

const folder = mkdtempSync(join(tmpdir(), 'orrery-notify-real-'));
const maildir = join(folder, 'mail');
const programs: ChildProcess[] = [];
let alertmanagerUrl: string;
let service: TestService;

/** Starts a program that is ended with the tests; what it says is told when it ends before. */
function start(
  name: string,
  args: readonly string[],
  isUp: () => Promise<boolean>,
): Promise<boolean> {
  const child = spawn(name, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  programs.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  return until(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    return isUp().catch(() => false);
  }, `${name} is up`);
}

const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

beforeAll(async () => {
  const [webPort, smtpPort] = [await freePort(), await freePort()];
  alertmanagerUrl = `http://127.0.0.1:${webPort}`;
  const config = join(folder, 'alertmanager.yml');
  writeFileSync(config, 'route: { receiver: nobody }\nreceivers: [{ name: nobody }]\n');
  mkdirSync(join(folder, 'alerts'));
  await Promise.all([
    start(
      'prometheus-alertmanager',
      [
        `--config.file=${config}`,
        `--storage.path=${join(folder, 'alerts')}`,
        `--web.listen-address=127.0.0.1:${webPort}`,
        '--cluster.listen-address=',
      ],
      async () => (await fetch(`${alertmanagerUrl}/-/ready`)).ok,
    ),
    start(
      'aiosmtpd',
      ['-n', '-c', 'aiosmtpd.handlers.Mailbox', '-l', `127.0.0.1:${smtpPort}`, maildir],
      () => isTaken(smtpPort),
    ),
  ]);
  service = await startService({
    // An Alertmanager goes by the time of its own machine.
    clock: systemClock,
    config: () => ({
      notify_timeout_sec: 120,
      notify_alertmanager_url: alertmanagerUrl,
      notify_smtp_url: `smtp://127.0.0.1:${smtpPort}`,
      notify_smtp_from: 'orrery@example.org',
      notify_smtp_to: ['ann@example.org'],
    }),
  });
});
afterAll(async () => {
  await service?.remove();
  for (const program of programs.filter(({ exitCode }) => exitCode === null)) {
    program.kill('SIGKILL');
    await once(program, 'close');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Alerts that stand there now. */
const standing = async (): Promise<readonly Row[]> =>
  (await (await fetch(`${alertmanagerUrl}/api/v2/alerts`)).json()) as Row[];

/** Mails that have come, as they were sent. */
const mails = (): readonly string[] =>
  existsSync(join(maildir, 'new'))
    ? readdirSync(join(maildir, 'new')).map((name) =>
        readFileSync(join(maildir, 'new', name), 'utf8'),
      )
    : [];

const message = (changes: Partial<NotificationMessage>): NotificationMessage => ({
  incident_id: 'i-1',
  news: 'firing',
  severity: 'warn',
  alert_kind: 'dispatch_errors',
  title: 'Dispatches fail — schon wieder',
  text: 'Three in a row.\n.\nThe line above is a single dot.',
  since: null,
  said_at: new Date().toISOString(),
  members: [],
  ...changes,
});

let told = 0;
/** Sends over one channel, and resolves once the service there has taken it. */
async function send(channel: string, news: NotificationMessage): Promise<Row> {
  told += 1;
  const id = notificationIdOf(news.incident_id, told, channel);
  const event = { type: 'SEND', channel, message: news, answer_to: null } as const;
  const asked = await service.app.control!.context.actors.ask({ kind: 'notification', id }, event);
  expect(asked.ok).toBe(true);
  return until(async () => {
    const reply = await service.api.get(`/control/api/v1/notifications/${id}`);
    const row = reply.body['notification'] as Row | undefined;
    return row?.['status'] === 'delivered' && row;
  }, `${channel} has taken it`);
}

describe('a real Alertmanager', () => {
  it('shows an incident once while it stands, with what is last known, and not when it is over', async () => {
    const since = new Date().toISOString();
    expect(await send('alertmanager', message({ since }))).toMatchObject({ receipt: 'HTTP 200' });
    expect(
      await until(async () => (await standing()).length > 0 && standing(), 'it stands'),
    ).toMatchObject([
      {
        labels: { alertname: 'dispatch_errors', service: 'orrery', incident_id: 'i-1' },
        annotations: { summary: 'Dispatches fail — schon wieder', severity: 'warn' },
        status: { state: expect.stringMatching(/active|unprocessed/) as string },
      },
    ]);

    await send('alertmanager', message({ since, severity: 'critical', title: 'Nothing starts' }));
    await until(async () => {
      const [one, ...more] = await standing();
      expect(more).toEqual([]);
      const { summary, severity } = one!['annotations'] as Row;
      return summary === 'Nothing starts' && severity === 'critical';
    }, 'it says what is last known');

    await send('alertmanager', message({ since, news: 'resolved' }));
    await until(async () => (await standing()).length === 0, 'it stands no more');
  });
});

describe('a real mail server', () => {
  it('has each message once, as it was written', async () => {
    await send('smtp', message({}));
    await send('smtp', message({ news: 'resolved', title: 'Dispatches fail' }));
    const [first, second, ...more] = [...mails()].sort(
      (one, other) => Number(one.includes('Resolved')) - Number(other.includes('Resolved')),
    );
    expect(more).toEqual([]);
    expect(first).toContain('\nFrom: orrery@example.org');
    expect(first).toContain('\nTo: ann@example.org');
    // Of a word beyond ASCII in a header: RFC 2047.
    expect(first).toMatch(/\nSubject: =\?UTF-8\?[BQ]\?/i);
    expect(first).toContain('\n.\nThe line above is a single dot.');
    expect(second).toContain('Subject: Resolved: Dispatches fail');
  });

  it('is reached by a test, whose receipt is its own words', async () => {
    const before = mails().length;
    const reply = await service.api.post('/control/api/v1/alerts/test', { channel: 'smtp' });
    expect(reply.body).toMatchObject({
      delivered: true,
      results: [
        { channel: 'smtp', status: 'delivered', receipt: expect.stringMatching(/^250 /) as string },
      ],
    });
    expect(mails()).toHaveLength(before + 1);
  });
});
