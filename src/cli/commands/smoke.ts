/**
 * `orrery smoke`: the calls that show in seconds that an installation works, in a fixed order:
 * health, status, preflight, a dry run of the next dispatch. Each must answer with JSON.
 */
import { limits } from '../../domain/limits.ts';
import { productWord } from '../../domain/product.ts';
import { asText } from '../../lib/as-text.ts';
import { systemClock } from '../../lib/clock.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { type Called, type Connection, withConnection } from '../connection.ts';
import { CommandFailure } from '../failure.ts';
import { createPrinter, printJson, wantsJson } from '../output/print.ts';
import { type Row, rowOf, rowsOf } from '../output/rows.ts';

const upper = productWord.toUpperCase();
/** Names another address for the status call. */
export const statusVariable = `${upper}_STATUS_ENDPOINT`;
/** `1` leaves the preflight out. */
export const skipPreflightVariable = `${upper}_SMOKE_SKIP_PREFLIGHT`;

const statusEndpoints = ['/control/api/v1/overview', '/control/api/status'] as const;

interface SmokeStep {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly ok: boolean;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  readonly elapsed_ms: number;
  readonly detail: string;
}

/** `failed` when any call has no JSON answer. */
export const run = (input: CommandInput): Promise<number> =>
  withConnection(input, async (connection) => {
    const statusPath = statusEndpointOf(input);
    const steps: SmokeStep[] = [];
    const take = async (
      method: SmokeStep['method'],
      path: string,
      request: () => Promise<Called<Row>>,
      describe: (reply: Row) => string,
    ): Promise<Row> => {
      const step = await takeStep({ method, path, request, describe });
      steps.push(step.step);
      if (!wantsJson(input)) printStep(input, step.step);
      return step.reply;
    };
    await smoke(connection, take, { statusPath, skipPreflight: skipsPreflight(input) });
    const ok = steps.every((step) => step.ok);
    const base_url = connection.address.baseUrl;
    if (wantsJson(input)) printJson(input, { ok, base_url, steps });
    else
      createPrinter(input).line(
        ok ? 'Every call answered with JSON.' : 'The smoke check failed.',
        ok ? 'good' : 'bad',
      );
    return ok ? exitCodes.ok : exitCodes.failed;
  });

type Take = (
  method: SmokeStep['method'],
  path: string,
  request: () => Promise<Called<Row>>,
  describe: (reply: Row) => string,
) => Promise<Row>;

async function smoke(
  { call }: Connection,
  take: Take,
  plan: { readonly statusPath: (typeof statusEndpoints)[number]; readonly skipPreflight: boolean },
): Promise<void> {
  const { statusPath } = plan;
  await take(
    'GET',
    '/healthz',
    () => call<Row>((api) => api.GET('/healthz')),
    (reply) => asText(reply['service']),
  );
  const status = await take(
    'GET',
    statusPath,
    () => call<Row>(async (api) => api.GET(statusPath)),
    (reply) =>
      asText(
        reply['headline'],
        reply['dispatch_safe'] === true ? 'dispatch is safe' : 'dispatch is blocked',
      ),
  );
  if (!plan.skipPreflight) {
    const body = { machine_target: workerOf(status), require_paused: false };
    await take(
      'POST',
      '/control/api/preflight',
      () => call<Row>((api) => api.POST('/control/api/preflight', { body })),
      (reply) => `${asText(reply['target'])}: ${asText(reply['summary'])}`,
    );
  }
  await take(
    'POST',
    '/control/dispatch-next',
    () =>
      call<Row>((api) =>
        api.POST('/control/dispatch-next', { body: { dry_run: true, requested_by: 'smoke' } }),
      ),
    (reply) => `dry run: ${asText(reply['action'])}, ${asText(reply['reason'])}`,
  );
}

/** The worker to look at: the one the status names, or else the configured default. */
function workerOf(status: Row): string {
  const named = rowsOf(status['workers']).map((worker) => asText(worker['target']))[0];
  const fresh = rowsOf(status['source_freshness'])
    .map(({ authority }) => /^worker (.+)$/.exec(asText(authority))?.[1])
    .find((name) => name !== undefined);
  return named ?? fresh ?? 'default';
}

async function takeStep(step: {
  readonly method: SmokeStep['method'];
  readonly path: string;
  readonly request: () => Promise<Called<Row>>;
  readonly describe: (reply: Row) => string;
}): Promise<{ step: SmokeStep; reply: Row }> {
  const { method, path } = step;
  const startMs = systemClock.monotonic();
  const elapsed = (): number => Math.round(systemClock.monotonic() - startMs);
  try {
    const { data, response } = await step.request();
    const done = { ok: true, status: response.status, elapsed_ms: elapsed() };
    return { step: { method, path, ...done, detail: step.describe(data) }, reply: data };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const status = rowOf(error.reply)['status'];
    const detail = [error.message, ...error.lines].join('; ');
    return {
      step: {
        method,
        path,
        ok: false,
        status: typeof status === 'number' ? status : null,
        elapsed_ms: elapsed(),
        detail,
      },
      reply: {},
    };
  }
}

function printStep(input: CommandInput, step: SmokeStep): void {
  const sign = step.ok ? '✓' : '✗';
  const status = step.status === null ? 'no answer' : String(step.status);
  createPrinter(input).line(
    `${sign} ${step.method} ${step.path}  ${status} in ${step.elapsed_ms} ms  ${step.detail}`,
    step.ok ? undefined : 'bad',
  );
}

function statusEndpointOf({ io }: CommandInput): (typeof statusEndpoints)[number] {
  const given = io.env[statusVariable] ?? '';
  if (given === '') return statusEndpoints[0];
  const found = statusEndpoints.find((path) => path === given);
  if (found !== undefined) return found;
  throw new CommandFailure(
    exitCodes.usage,
    `${statusVariable} must be ${statusEndpoints.join(' or ')}, not "${given.slice(0, limits.searchCharsMax)}"`,
  );
}

function skipsPreflight({ io }: CommandInput): boolean {
  const given = io.env[skipPreflightVariable] ?? '';
  if (given === '' || given === '0' || given === '1') return given === '1';
  throw new CommandFailure(
    exitCodes.usage,
    `${skipPreflightVariable} must be 1 or 0, not "${given.slice(0, limits.searchCharsMax)}"`,
  );
}
