/** What the follow-up of a parent project can be told. */
import type { FollowupType } from '../../domain/statuses.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { CreateEvent } from '../project/events.ts';

/** Sent by the follow-up command, which has judged before whether the parent may have one. */
export type FollowupEvent = {
  readonly type: 'LAUNCH';
  readonly parent_run_id: string;
  readonly followup_type: FollowupType;
  readonly title: string;
  /** What the child project is told; it enqueues itself. */
  readonly child: CreateEvent;
  /** What the caller is answered, now and when it repeats the request. */
  readonly reply: JsonObject;
};
