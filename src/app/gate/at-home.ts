/** How a gate of this configuration dials home: as whom, what it logs of it, and when the gate of one run gives up. */
import type { OrreryConfig } from '../../config/resolve.ts';
import { limits } from '../../domain/limits.ts';
import type { DialledOptions } from '../../http/transport/dialled.ts';
import { systemClock } from '../../lib/clock.ts';
import type { AppOptions } from '../options.ts';
import type { GatePart } from './gate-part.ts';
import { createHomePatience } from './home-patience.ts';

/** Waits for home from now on, until `close`. */
export function atHome(
  home: NonNullable<AppOptions['home']>,
  config: OrreryConfig,
  options: AppOptions,
  gate: GatePart | null,
): DialledOptions & { close(): void } {
  const { entropy, log, onOver = () => undefined, onForsaken = () => undefined } = options;
  const patience =
    gate === null || !('run' in home)
      ? null
      : createHomePatience({
          clock: systemClock,
          patienceMs: limits.homePatienceMs,
          hasRun: async () => (await gate.gate.listRuns({ limit: 1 })).runs.length > 0,
          onForsaken(detail) {
            log.error({ problem: detail }, 'home is away, and nothing was begun here');
            onForsaken(detail);
          },
        });
  return {
    url: home.url,
    caller: home,
    bearerToken: config.auth.gateToken.reveal(),
    clock: systemClock,
    random: () => entropy.random(),
    onOver(detail) {
      log.info({ home: detail }, 'home needs this gate no more');
      onOver(detail);
    },
    onNews(news) {
      patience?.news(news);
      if (news.isHome) log.info({ home: news.detail }, 'home');
      else log.warn({ problem: news.detail }, 'home is away');
    },
    close: () => patience?.close(),
  };
}
