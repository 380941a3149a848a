/** What would go unsaid or unsaved while the service is left alone: no reason against it, but part of the answer. Pure. */
import type { ReadinessCheckName } from '../readiness/index.ts';
import type { RelianceFacts } from './reason-facts.ts';

/** The gravest first. */
export const cautionCodes = [
  'stands_by',
  'no_channel',
  'alerts_by_hand',
  'no_heartbeat',
  'no_backup',
] as const;

/** As the configuration wants it, and worth knowing before one goes to bed. */
export interface Caution {
  readonly code: (typeof cautionCodes)[number];
  /** Goes on after "You can leave it alone, but". */
  readonly words: string;
  /** What would change it. */
  readonly remedy: string;
  /** The check of readiness that passes only because nothing is set up that it could check; null where there is none. */
  readonly check: ReadinessCheckName | null;
}

interface Rule extends Omit<Caution, 'code'> {
  readonly stands: (facts: RelianceFacts) => boolean;
}

const rules: Readonly<Record<Caution['code'], Rule>> = {
  stands_by: {
    stands: ({ plane }) => plane?.role === 'standby',
    words: 'this control plane stands by while another one writes',
    remedy: 'It passes on what writes, and takes over when the other one ends (docs/operations.md)',
    check: null,
  },
  no_channel: {
    stands: ({ alerts }) => alerts.settings.channels.length === 0,
    words: 'nobody is told when something goes wrong',
    remedy: 'Configure a channel (docs/alerts.md), then prove it: orrery alerts test',
    check: 'alert_channels',
  },
  alerts_by_hand: {
    stands: ({ alerts }) => alerts.settings.checkIntervalMs === 0,
    words: 'nothing looks by itself for what goes wrong',
    remedy: 'Set queue_alert_check_interval_sec above 0 and restart',
    check: 'alerts_evaluated',
  },
  no_heartbeat: {
    stands: ({ hasHeartbeat }) => !hasHeartbeat,
    words: 'nobody is told when this service dies',
    remedy: 'Set heartbeat_url to a monitor that expects calls (docs/alerts.md) and restart',
    check: 'heartbeat',
  },
  no_backup: {
    stands: ({ hasBackups }) => !hasBackups,
    words: 'no backups are made',
    remedy: 'Set backup_dir and restart',
    check: 'backup_recent',
  },
};

/** Those that stand. */
export const findCautions = (facts: RelianceFacts): Caution[] =>
  cautionCodes.flatMap((code) => {
    const { stands, ...caution } = rules[code];
    return stands(facts) ? [{ code, ...caution }] : [];
  });

/** As in `, but nobody is told when something goes wrong and no backups are made`; empty where there is none. */
export function cautionWords(cautions: readonly Caution[]): string {
  const words = cautions.map((caution) => caution.words);
  const last = words.pop();
  if (last === undefined) return '';
  return words.length === 0 ? `, but ${last}` : `, but ${words.join(', ')} and ${last}`;
}
