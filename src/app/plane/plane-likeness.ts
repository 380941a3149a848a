/**
 * Whether a control plane that stands by has the settings of the one that writes, and the same time. It asks now and then
 * with its own token: nothing secret is handed on, and a token that the other one does not take is seen by that.
 */
import { request } from 'undici';
import type { Secret } from '../../config/secret.ts';
import { differingSettings, type SettingsElsewhere } from '../../config/shared-settings.ts';
import type { ShownConfiguration } from '../../config/shown.ts';
import type { PlaneLikeness } from '../../control/common/index.ts';
import type { Clock, TimerHandle } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Plane } from '../../store/ports/plane.ts';
import { createGuardedAgent } from '../../worker-wire/guarded-agent.ts';

interface LikenessOptions {
  readonly plane: Pick<Plane, 'standing' | 'whileHeld'>;
  readonly shown: ShownConfiguration;
  readonly token: Secret;
  readonly clock: Clock;
}

/** Settings change with a start alone, and who writes may have been started anew meanwhile. */
const lookMs = 15_000;
const answerTimeoutMs = 5_000;

/** Looks from `start` on. `current` is null where this plane writes, and before it has looked. */
interface LikenessWatch {
  start(): void;
  current(): PlaneLikeness | null;
  stop(): Promise<void>;
}

export function watchLikeness({ plane, shown, token, clock }: LikenessOptions): LikenessWatch {
  let found: { readonly since: string; readonly likeness: PlaneLikeness } | null = null;
  let timer: TimerHandle | undefined;
  let underWay: Promise<void> = Promise.resolve();
  const over = new AbortController();
  const look = async (): Promise<void> => {
    const { role, holder } = plane.standing();
    if (role !== 'standby' || holder === null) return;
    const signal = AbortSignal.any([over.signal, plane.whileHeld()]);
    const likeness = await compare(holder.address, { shown, token, clock, signal });
    if (!signal.aborted) found = { since: holder.since, likeness };
  };
  const lookOn = (): void => {
    underWay = look().then(() => {
      if (!over.signal.aborted) timer = clock.setTimer(lookMs, lookOn);
    });
  };
  return {
    start: lookOn,
    current() {
      const { role, holder } = plane.standing();
      return role === 'standby' && holder !== null && holder.since === found?.since
        ? found.likeness
        : null;
    },
    async stop() {
      over.abort(new Error('this control plane ends'));
      timer?.cancel();
      await underWay;
    },
  };
}

type Asking = Pick<LikenessOptions, 'shown' | 'token' | 'clock'> & {
  readonly signal: AbortSignal;
};

async function compare(
  address: string | null,
  { shown, token, clock, signal }: Asking,
): Promise<PlaneLikeness> {
  if (address === null)
    return { kind: 'unknown', why: 'it does not say where it is reached (control_plane_url)' };
  const dispatcher = createGuardedAgent(address, { connectTimeoutMs: answerTimeoutMs });
  const get = (path: string) =>
    request(`${address.replace(/\/+$/, '')}${path}`, {
      headers: { authorization: `Bearer ${token.reveal()}` },
      dispatcher,
      signal,
      headersTimeout: answerTimeoutMs,
      bodyTimeout: answerTimeoutMs,
    });
  try {
    const { statusCode, body } = await get('/control/api/v1/settings');
    if (statusCode === 401) return { kind: 'other_token' };
    if (statusCode !== 200) return { kind: 'unknown', why: `it answered ${statusCode}` };
    const { sections } = (await body.json()) as { readonly sections: SettingsElsewhere };
    const differing = differingSettings(shown.sections, sections);
    const askedMs = clock.now();
    const { timestamp } = (await (await get('/healthz')).body.json()) as { timestamp?: string };
    const clockAheadMs = aheadMs(timestamp, { askedMs, answeredMs: clock.now() });
    return { kind: 'compared', differing, clockAheadMs };
  } catch (error) {
    return { kind: 'unknown', why: describeError(error) };
  } finally {
    await dispatcher.destroy();
  }
}

/** The time was read somewhere between question and answer: only what lies outside of these is held against a clock. */
function aheadMs(
  told: string | undefined,
  { askedMs, answeredMs }: { readonly askedMs: number; readonly answeredMs: number },
): number | null {
  const toldMs = Date.parse(told ?? '');
  if (Number.isNaN(toldMs)) return null;
  return toldMs - Math.min(Math.max(toldMs, askedMs), answeredMs);
}
