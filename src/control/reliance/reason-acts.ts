/**
 * What ends each reason, as data: what is to be done, the word of a button, what follows, and the request where one
 * does it. A reason without a row does not compile.
 */
import { post, type UnblockRequest, verbRequest } from '../explain/index.ts';
import type { Act, ReasonCode } from './reason.ts';

/** What a reason's act is made from. */
interface ActRule {
  readonly verb: string;
  readonly label: string;
  /** What its request does, where the label is what to do before. */
  readonly button?: string;
  readonly consequence: string;
  /** `subject` is what the reason is about. */
  readonly request?: (subject: string) => UnblockRequest;
}

const worker = (name: string): UnblockRequest =>
  post('/control/api/preflight', { machine_target: name, require_paused: false });
const look = {
  verb: 'check_worker',
  label: 'Look at the worker again',
  request: worker,
} as const;
const wait = (consequence: string): ActRule => ({ verb: 'wait', label: 'Wait', consequence });
const resume: ActRule = {
  verb: 'resume_queue',
  label: 'Resume the queue',
  consequence: 'What is queued starts again as lanes become free.',
  request: () => post('/control/resume'),
};
const evaluate: ActRule = {
  verb: 'evaluate_papers',
  label: 'Look at the corpus and its papers',
  consequence:
    'A failed import is tried again from its paper; orrery papers evaluate works out lint and audit of one.',
};
const restore: ActRule = {
  verb: 'restore_store',
  label: 'Stop the service, run orrery verify, restore a backup',
  consequence: 'The service goes on from the last state that is known to be sound.',
};
const bench: ActRule = {
  verb: 'open_bench',
  label: 'Look at the bench (orrery bench)',
  consequence:
    'Each actor there says why it stands still, and how it is tried, released or discarded.',
};
const channel: ActRule = {
  verb: 'test_channel',
  label: 'Prove the channels',
  consequence: 'A test message goes out over every configured channel.',
  request: () => post('/control/api/v1/alerts/test'),
};
const pumpOn: ActRule = {
  verb: 'pump_on',
  label: 'Switch the pump on',
  consequence: 'What is queued starts by itself, and the pump looks at once.',
  request: () => post('/control/api/v1/pump/on'),
};
const dispatchLive: ActRule = {
  verb: 'configure',
  label: 'Set live_dispatch_enabled to true and restart',
  consequence: 'Runs are started on the workers, not only tried out.',
};

const acts: Readonly<Record<ReasonCode, ActRule>> = {
  store_writable: {
    verb: 'mend_store',
    label: 'Free space in state_dir, or end what holds its write lock',
    consequence: 'Writes go on by themselves as soon as the store takes them.',
  },
  disk_free: {
    verb: 'free_space',
    label: 'Free space in the file system of state_dir, or enlarge it',
    consequence: 'The store goes on taking writes, and what runs leave behind has room.',
  },
  connections_accepted: {
    verb: 'raise_limit',
    label: 'Raise the limit of open files, or end connections',
    consequence: 'New connections are accepted again by themselves.',
  },
  queue_not_paused: resume,
  maintenance_off: { ...resume, verb: 'end_maintenance', label: 'End maintenance' },
  worker_preflight: {
    verb: 'configure',
    label: 'Name a worker in worker_wake_gate_url or worker_targets, and restart',
    consequence: 'Runs have somewhere to go.',
  },
  planes_alike: {
    verb: 'configure',
    label:
      'Give both control planes the same settings, which are read at a start, and the same time',
    consequence: 'A take-over changes nothing but who writes.',
  },
  outbox_moving: wait('The waiting effect is tried again by itself once its error is mended.'),
  actors_in_service: bench,
  no_dead_letters: bench,
  actors_restored: bench,
  counts_consistent: {
    verb: 'verify_store',
    label: 'Run orrery verify on the store',
    consequence: 'It names the rows that differ from the log.',
  },
  no_blocked_items: {
    verb: 'open_attention',
    label: 'Look at the items that need a person',
    consequence: 'Each says why it waits and what would let it go on.',
  },
  paper_writer_configured: {
    verb: 'configure',
    label: 'Set paper_writer_fallback_enabled to true, or the provider to deterministic',
    consequence: 'A draft is written whether or not the external writer answers.',
  },
  corpus_state_explicit: evaluate,
  papers_unchanged: {
    verb: 'restore_files',
    label: 'Put the files back as they were, or rewrite the draft',
    consequence:
      'orrery papers evaluate, or the next look at all papers, finds them sound again; what is in the corpus stays there until somebody removes it.',
  },
  event_chain_verified: restore,
  event_log_whole: {
    verb: 'acknowledge_loss',
    label: 'Acknowledge the loss',
    consequence: 'Nothing comes back by it; the service stops saying that work is gone.',
  },
  idea_folder_read: wait('The folder is looked into again by itself once the trouble is mended.'),
  backup_recent: {
    verb: 'mend_backup',
    label: 'Mend what the last backup failed of',
    consequence: 'The next backup is made when it is due.',
  },
  alerts_evaluated: bench,
  alert_channels: channel,
  heartbeat: {
    verb: 'configure',
    label: 'Mend what the reason names, or correct heartbeat_url and restart',
    consequence: 'The outsider that watches this service hears from it again.',
  },
  live_dispatch_enabled: dispatchLive,
  // Of a pump that is on: one that is off is as somebody wanted it.
  pump: {
    ...pumpOn,
    label: 'Mend what the reason names',
    button: 'Let the pump look at once',
    consequence: 'It looks again by itself, and at once when it is told to.',
  },
  stale_item: wait('Its worker is asked again and again until it answers.'),
  hanging_item: {
    verb: 'cancel_item',
    label: 'Stop the run and keep its files',
    consequence:
      'Its worker is asked to end its processes; if it does not answer, the item stays as it is.',
    request: (subject) => verbRequest(subject.split('/')[0] ?? subject, 'cancel'),
  },
  worker_unreachable: {
    ...look,
    consequence:
      'It is asked at once; until it answers nothing starts there, and how its runs are is not known.',
  },
  callback_undeliverable: {
    verb: 'retry_callbacks',
    label: 'Deliver its callbacks again',
    consequence: 'Runs whose end was not heard of are closed once, and their lane is free.',
    request: (subject) =>
      post(
        `/control/api/v1/workers/${encodeURIComponent(subject.split('/')[0] ?? subject)}/callbacks/retry`,
      ),
  },
  worker_telemetry_stale: {
    verb: 'restart_gate',
    label: 'Restart its worker gate',
    consequence: 'Its runs are picked up again, and can be found idle.',
  },
  worker_out_of_service: {
    ...bench,
    label: 'Look at the bench of the worker (orrery bench --worker)',
  },
  dispatch_errors: {
    ...look,
    verb: 'mend_dispatch',
    label: 'Mend what the last error names',
    consequence: 'The next dispatch that works ends this.',
  },
  worker_trouble: { ...look, consequence: 'Each check is made now and says what to mend.' },
  worker_unknown: { ...look, consequence: 'It is asked at once how it is.' },
  items_wait: {
    verb: 'retry_item',
    label: 'Look after the reason, then retry',
    button: 'Queue it again',
    consequence: 'The item is queued again and starts when its lane is free.',
    request: (subject) => verbRequest(subject, 'retry'),
  },
  papers_wait: {
    verb: 'open_papers',
    label: 'Look at the papers that wait for a person',
    consequence: 'Each says what is wrong and what would let it go on.',
  },
  budget_warned: wait('Runs go on; once all of it is spent, nothing more is started.'),
  budget_spent: {
    verb: 'raise_budget',
    label: 'Wait, or raise the budget and restart',
    consequence: 'What waits for it starts: by itself where it is a budget of the day.',
  },
  unrouted: {
    verb: 'mend_route',
    label: 'Name a configured worker, or configure the one that is named',
    consequence: 'The items that go there can start.',
  },
  drafts_held: {
    verb: 'bring_evidence',
    label: 'See what each lacks (orrery why), bring it, or draft all the same',
    consequence: 'The pump drafts what has its evidence.',
  },
  nothing_automatic: pumpOn,
  nothing_starts: {
    verb: 'mend_queue',
    label: 'Mend what the reason names',
    consequence: 'What is queued can start.',
  },
};

/** Errors of a dispatch are of the queue, which no worker is named for. */
const withoutRequest: ReadonlySet<ReasonCode> = new Set(['dispatch_errors']);

/** The act of a reason; what the finding knows better is its. */
export function actOf(
  code: ReasonCode,
  subject: string | null,
  known: Partial<Pick<Act, 'label' | 'button' | 'request' | 'verb' | 'consequence'>> = {},
): Act {
  const { request, button, ...rule } = acts[code];
  const made = request === undefined || withoutRequest.has(code) ? null : request(subject ?? '');
  const act = { ...rule, target: subject, request: made, ...known };
  return { ...act, button: act.request === null ? null : (known.button ?? button ?? act.label) };
}
