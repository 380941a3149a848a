/** What an incident is told: which alerts stand, that time is up, what became of its messages. */
import type { Trouble } from '../alert/events.ts';

/** One alert of the group as the last check found it. */
export type StandingMember = Trouble;

/** All alerts of the group that stand now; the same twice changes nothing. */
export interface MembersEvent {
  readonly type: 'MEMBERS';
  readonly group_key: string;
  readonly generation: number;
  /** A line about the gravest; empty when none stands. */
  readonly title: string;
  /** The gravest first. */
  readonly members: readonly StandingMember[];
  /** Those that found no place among them. */
  readonly left_out: number;
  /** Where messages go; empty: nobody is told. */
  readonly channels: readonly string[];
  /** Between two messages that something is wrong; also since `said_before`. */
  readonly cooldown_ms: number;
  /** When the incidents before this one last said so; null: never. Read when it opens. */
  readonly said_before: string | null;
  /** In which the first members come together. */
  readonly wait_ms: number;
  /** Without an alert, after which it is over. */
  readonly quiet_ms: number;
  /** Says it now, whatever was said before. */
  readonly force: boolean;
}

interface AnswerEvent {
  readonly channel: string;
  readonly news: 'firing' | 'resolved' | 'test';
  readonly incident_id: string;
  /** Id of the notification that answers. */
  readonly sequence_id: string;
}

/**
 * `MEMBERS` comes from the evaluation of the alerts, `SAY_DUE` and `QUIET_OVER` from timers, the
 * answers from the notifications, `FORGET` from a sweep.
 */
export type IncidentEvent =
  | MembersEvent
  | { readonly type: 'SAY_DUE' }
  | { readonly type: 'QUIET_OVER' }
  /** The service at the other end took the message. */
  | (AnswerEvent & {
      readonly type: 'DELIVERED';
      readonly receipt: string;
      readonly delivered_at: string;
    })
  /** It was given up for good. */
  | (AnswerEvent & { readonly type: 'UNDELIVERABLE'; readonly reason: string })
  /** It was over long ago. */
  | { readonly type: 'FORGET' };
