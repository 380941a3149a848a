/** Alerts on a running service: it evaluates them by itself, and a lost worker is one incident. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  alertListReplySchema,
  incidentListReplySchema,
  incidentReplySchema,
} from '../../src/http/wire/alerts.ts';
import { servicesOfEachTest } from '../support/each-test-service.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { freePort, type TestService, token, until } from '../support/service.ts';
import { createSteadyClock } from '../support/steady-clock.ts';

let proxy: FaultProxy | undefined;
// Called first, so that it comes last: services are stopped while the proxy still stands.
afterEach(() => proxy?.close());
const services = servicesOfEachTest();

/** Days pass in minutes, so that the wait for a quiet quarter of an hour is short. */
const clock = createSteadyClock({ originMs: Date.UTC(2026, 0, 1), factor: 300 });
function start(proxyPort: number, at: { dir?: string; port?: number } = {}): Promise<TestService> {
  return services.start({
    ...at,
    clock,
    config: () => ({
      worker_targets: {
        lab: { wake_gate_url: `http://127.0.0.1:${proxyPort}`, bearer_token: token },
      },
      queue_alert_check_interval_sec: 5,
      queue_alert_unreachable_after_sec: 10,
      dispatch_timeout_sec: 3_600,
    }),
  });
}

const lookAt = (service: TestService) =>
  service.api.post('/control/api/v1/workers/lab/refresh', {});
const incidentsOf = async (service: TestService) =>
  incidentListReplySchema
    .parse((await service.api.get('/control/api/v1/incidents')).body)
    .rows.filter(({ group_key: group }) => group === 'worker:lab');
const alertsOf = async (service: TestService, query = '') =>
  alertListReplySchema.parse((await service.api.get(`/control/api/v1/alerts${query}`)).body);

describe('a service', () => {
  it('opens an incident for a worker that dies, keeps it over a restart, closes it when it is back', async () => {
    // It comes back at its address, which is nobody else's meanwhile.
    proxy = await startFaultProxy(1, await freePort());
    const first = await start(proxy.port);
    proxy.set('refuse');
    await lookAt(first);
    const open = await until(async () => {
      const [incident] = await incidentsOf(first);
      return incident?.status === 'open' && incident;
    }, 'the incident is open');
    expect(open).toMatchObject({
      generation: 1,
      severity: 'critical',
      title: 'Worker lab does not answer',
      deliveries: [],
      members: [{ fingerprint: 'worker_unreachable:lab', left_at: null, told: false }],
    });
    const { rows, watch } = await alertsOf(first, '?status=firing');
    expect(rows.find(({ alert_kind: kind }) => kind === 'worker_unreachable')).toMatchObject({
      subject: 'lab',
      incident_id: open.incident_id,
    });
    expect(watch).toMatchObject({ interval_seconds: 5, last_error: null });

    await first.stop();
    await proxy.close();
    proxy = await startFaultProxy(first.port, proxy.port);
    const second = await start(proxy.port, { dir: first.dir, port: first.port });
    await lookAt(second);
    const closed = await until(async () => {
      const [incident, ...others] = await incidentsOf(second);
      expect(others).toEqual([]);
      return incident?.status === 'closed' && incident;
    }, 'the incident is closed');
    expect(closed).toMatchObject({ incident_id: open.incident_id, sequence: 0, ended: [] });

    const reply = await second.api.get(`/control/api/v1/incidents/${open.incident_id}`);
    const { events } = incidentReplySchema.parse(reply.body);
    const types = events.map(({ event_type: type }) => type).reverse();
    expect(types.filter((type) => type !== 'incident.members_changed')).toEqual([
      'incident.opened',
      'incident.left_untold',
      'incident.quieted',
      'incident.closed',
    ]);
  });

  it('refuses an incident that never was, and statuses that there are none of', async () => {
    proxy = await startFaultProxy(1);
    const service = await start(proxy.port);
    const { status, body } = await service.api.get('/control/api/v1/incidents/none-1');
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'incident_not_found' });
    expect((await service.api.get('/control/api/v1/alerts?status=raised')).status).toBe(422);
  });

  it('says when it evaluated its alerts, also in its readiness', async () => {
    proxy = await startFaultProxy(1);
    const service = await start(proxy.port);
    const watch = await until(async () => {
      const { watch: seen } = await alertsOf(service);
      return seen !== null && seen.last_checked_at !== null && seen.last_found !== null && seen;
    }, 'the alerts were evaluated');
    expect(watch.last_found).toMatchObject({ suppressed: 0 });
    // On this clock what is called late is so after a fifth of a second.
    await until(async () => {
      const { body } = await service.api.get('/control/api/v1/automation-readiness');
      const checks = body['checks'] as { name: string; status: string }[];
      return checks.find(({ name }) => name === 'alerts_evaluated')?.status === 'ok';
    }, 'readiness says so');
  });
});
