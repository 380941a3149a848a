/**
 * Whether a control plane that stands by has the settings of the one that writes, which it asks now and then with its own
 * token: nothing secret is handed on, and a token that the other one does not take is seen by that.
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
    const likeness = await compare(holder.address, { shown, token, signal });
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

async function compare(
  address: string | null,
  { shown, token, signal }: Pick<LikenessOptions, 'shown' | 'token'> & { signal: AbortSignal },
): Promise<PlaneLikeness> {
  if (address === null)
    return { kind: 'unknown', why: 'it does not say where it is reached (control_plane_url)' };
  const dispatcher = createGuardedAgent(address, { connectTimeoutMs: answerTimeoutMs });
  try {
    const { statusCode, body } = await request(
      `${address.replace(/\/+$/, '')}/control/api/v1/settings`,
      {
        headers: { authorization: `Bearer ${token.reveal()}` },
        dispatcher,
        signal,
        headersTimeout: answerTimeoutMs,
        bodyTimeout: answerTimeoutMs,
      },
    );
    if (statusCode === 401) return { kind: 'other_token' };
    if (statusCode !== 200) return { kind: 'unknown', why: `it answered ${statusCode}` };
    const { sections } = (await body.json()) as { readonly sections: SettingsElsewhere };
    return { kind: 'compared', differing: differingSettings(shown.sections, sections) };
  } catch (error) {
    return { kind: 'unknown', why: describeError(error) };
  } finally {
    await dispatcher.destroy();
  }
}
