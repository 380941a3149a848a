/** Trying an act dry, asking once, and carrying out exactly what was shown. */

import { type Api, ask, failureWords, type NoReply } from '../service/api.ts';
import { isLost, note, type Session, stateOf } from '../service/asking.ts';
import type { Reply } from '../service/wire.ts';
import { endSentence } from '../words/words.ts';
import { newKey } from './acts.ts';
import {
  archiveTrial,
  differenceWords,
  dispatchTrial,
  draftTrial,
  endTrial,
  followupTrial,
  importTrial,
  packageTrial,
  publishTrial,
  rewriteManyTrial,
  rewriteTrial,
  type Trial,
  type TrialName,
  type TrialShown,
  trialKey,
} from './trials.ts';

/** What a page may ask; nothing is done before `carryOut`, which follows `confirm`. */
export interface TrialCalls {
  /** Tries it dry; what was tried before is forgotten. */
  look(name: TrialName, target: string): void;
  /** Asks whether it is to be done, or takes that back. */
  confirm(name: TrialName, target: string, isAsked: boolean): void;
  carryOut(name: TrialName, target: string): void;
}

type Outcome<Value> = NoReply | { readonly kind: 'ok'; readonly told: Value };
interface Doing {
  readonly plan_id: string;
  readonly idempotency_key: string;
}
interface Act {
  try(api: Api, target: string): Promise<Outcome<Trial>>;
  /** Answers what came of it, in words. */
  do(api: Api, target: string, doing: Doing): Promise<Outcome<string>>;
}

async function read<Told, Value>(
  asked: Promise<Outcome<Told>>,
  toValue: (told: Told) => Value,
): Promise<Outcome<Value>> {
  const answer = await asked;
  return answer.kind === 'ok' ? { kind: 'ok', told: toValue(answer.told) } : answer;
}

const by = { requested_by: 'dashboard' };
const dry = { ...by, dry_run: true };
const done = { ...by, dry_run: false };

function dispatch(api: Api, projectId: string, body: typeof dry & Partial<Doing>) {
  return projectId === ''
    ? ask(api.post('/control/dispatch-next', { body: { ...body, force_preflight: false } }))
    : ask(
        api.post('/control/dispatch-one', {
          body: { ...body, force_preflight: false, project_id: projectId },
        }),
      );
}

/** `target` is the run and the number of its process. */
function end(api: Api, target: string, body: typeof dry & Partial<Doing>) {
  const [run_id = '', pid] = target.split(' ');
  return ask(
    api.post('/control/api/v1/runs/{run_id}/processes/{pid}/end', {
      params: { path: { run_id, pid: Number(pid) } },
      body,
    }),
  );
}

/** `target` is the age of what is moved, in days; empty: as configured. */
function archive(api: Api, target: string, more: { dry_run: boolean; up_to?: number }) {
  const days = target === '' ? null : Number(target);
  const body = { ...by, trust_clock: false, after_days: days, ...more };
  return ask(api.post('/control/api/v1/event-log/archive', { body }));
}

const publishPath = '/control/papers/publish-next' as const;
const followupPath = '/control/api/v1/followups/launch-next' as const;
const packagePath =
  '/control/api/publication-automation/{paper_id}/prepare-finalization-package' as const;
const batchPath = '/control/api/publication-automation/rewrite-batch' as const;
/** As many as one batch may take. */
const manyMost = 200;
const manyOf = (search: string) => ({ search, limit: manyMost, async: true });
const batchOf = (paperId: string) => ({ search: paperId, limit: 1, skip_rewritten: false });

const acts: Readonly<Record<TrialName, Act>> = {
  dispatch: {
    try: (api, target) => read(dispatch(api, target, dry), dispatchTrial),
    do: (api, target, doing) =>
      read(dispatch(api, target, { ...done, ...doing }), ({ reason }) => reason ?? 'It runs'),
  },
  draft: {
    try: (api) => read(ask(api.post('/control/papers/draft-next', { body: dry })), draftTrial),
    do: (api, _target, doing) =>
      read(
        ask(api.post('/control/papers/draft-next', { body: { ...done, ...doing } })),
        ({ action, candidate, reason }) =>
          action === 'drafted'
            ? `The paper of ${candidate?.project_id ?? 'it'} is drafted`
            : `Nothing was drafted: ${reason ?? 'the service did not say why'}`,
      ),
  },
  followup: {
    try: (api) => read(ask(api.post(followupPath, { body: dry })), followupTrial),
    do: (api, _target, doing) =>
      read(
        ask(api.post(followupPath, { body: { ...done, ...doing } })),
        ({ action, followup, reason }) =>
          action === 'followup_queued'
            ? `${followup?.project_id ?? 'It'} is in the queue`
            : `Nothing was queued: ${reason ?? 'the service did not say why'}`,
      ),
  },
  publish: {
    try: (api) => read(ask(api.post(publishPath, { body: dry })), publishTrial),
    do: (api, _target, doing) =>
      read(
        ask(api.post(publishPath, { body: { ...done, ...doing } })),
        ({ paper_id: id, reason = 'the service did not say what was done' }) =>
          id == null ? `Nothing was done: ${reason}` : `${id}: ${reason}`,
      ),
  },
  archive: {
    try: (api, target) => read(archive(api, target, { dry_run: true }), archiveTrial),
    do: (api, target, { plan_id: upTo }) =>
      read(archive(api, target, { dry_run: false, up_to: Number(upTo) }), archivedWords),
  },
  rewrite_many: {
    try: (api, search) =>
      read(ask(api.post(batchPath, { body: { ...dry, ...manyOf(search) } })), rewriteManyTrial),
    do: (api, search, doing) =>
      read(
        ask(api.post(batchPath, { body: { ...done, ...doing, ...manyOf(search) } })),
        ({ selected_count: count = 0 }) =>
          `${count === 1 ? 'One draft is' : `${count} drafts are`} being written anew; how far that is stands above the papers`,
      ),
  },
  package: {
    try: (api, paper_id) =>
      read(ask(api.post(packagePath, { params: { path: { paper_id } }, body: dry })), packageTrial),
    do: (api, paper_id, doing) =>
      read(
        ask(api.post(packagePath, { params: { path: { paper_id } }, body: { ...done, ...doing } })),
        () => 'Its package is made',
      ),
  },
  import: {
    try: (api, paper_id) =>
      read(
        ask(api.post('/control/api/v1/corpus/import', { body: { ...dry, paper_id } })),
        importTrial,
      ),
    do: (api, paper_id, doing) =>
      read(
        ask(api.post('/control/api/v1/corpus/import', { body: { ...done, ...doing, paper_id } })),
        () => 'It is in the corpus',
      ),
  },
  end: {
    try: (api, target) => read(end(api, target, dry), endTrial),
    do: (api, target, doing) =>
      read(end(api, target, { ...done, ...doing }), ({ message = 'It ended' }) => message),
  },
  rewrite: {
    try: (api, paperId) =>
      read(ask(api.post(batchPath, { body: { ...dry, ...batchOf(paperId) } })), (told) =>
        rewriteTrial(told, paperId),
      ),
    do: (api, paperId, doing) =>
      read(
        ask(api.post(batchPath, { body: { ...done, ...doing, ...batchOf(paperId) } })),
        ({ rewritten_count: count, results }) =>
          count === 1
            ? 'Its draft was written anew'
            : `Its draft was not written anew: ${results?.[0]?.detail ?? 'the service did not say why'}`,
      ),
  },
};

/** Of a long log so many files are made at once. */
function archivedWords({ made = [], due_count: left = 0 }: Reply<'event_log.archive'>): string {
  const [last] = made.slice(-1);
  const moved =
    last === undefined
      ? 'Nothing was moved: it was done already'
      : `The events up to ${last.last_id ?? 'an unknown one'} are moved`;
  return left > 0 ? `${moved}; left: ${left}, look again` : moved;
}

/** Each step is noted down under the act and its target. */
export function createTrialCalls(session: Session): TrialCalls {
  const shown = (key: string): TrialShown | undefined => stateOf(session).trials.get(key);
  const set = (key: string, next: TrialShown): void =>
    note(session, { trials: new Map(stateOf(session).trials).set(key, next) });
  const change = (key: string, part: Partial<TrialShown>): void => {
    const before = shown(key);
    if (before !== undefined) set(key, { ...before, ...part });
  };
  const look = async (name: TrialName, target: string): Promise<void> => {
    const at = trialKey(name, target);
    const { phase } = shown(at) ?? {};
    // The palette can ask where the button is blocked; what came of it would be told to nobody.
    if (phase === 'looking' || phase === 'doing') return;
    const key = newKey();
    set(at, { phase: 'looking', trial: null, words: null, differences: [], key });
    const answer = await acts[name].try(session.api, target);
    if (isLost(session, answer) || shown(at)?.key !== key) return;
    if (answer.kind === 'ok') change(at, { phase: 'looked', trial: answer.told });
    else change(at, { phase: 'failed', words: failureWords(answer) });
  };
  const carryOut = async (name: TrialName, target: string): Promise<void> => {
    const at = trialKey(name, target);
    const { phase, trial, key } = shown(at) ?? {};
    if (phase !== 'asked' || trial?.planId == null || key === undefined) return;
    change(at, { phase: 'doing', words: null });
    const answer = await acts[name].do(session.api, target, {
      plan_id: trial.planId,
      idempotency_key: key,
    });
    if (isLost(session, answer) || shown(at)?.key !== key) return;
    if (answer.kind === 'ok') change(at, { phase: 'done', words: endSentence(answer.told) });
    else if (answer.status === null)
      change(at, {
        phase: 'asked',
        words: `Whether it was done is not known: ${answer.why}. Press again: it is not done twice.`,
      });
    else
      change(at, {
        phase: 'failed',
        words: failureWords(answer),
        differences: differenceWords(answer.problem),
      });
    session.done();
  };
  return {
    look: (name, target) => void look(name, target),
    confirm(name, target, isAsked) {
      const at = trialKey(name, target);
      const phase = shown(at)?.phase;
      if (phase === (isAsked ? 'looked' : 'asked'))
        change(at, { phase: isAsked ? 'asked' : 'looked', words: null });
    },
    carryOut: (name, target) => void carryOut(name, target),
  };
}
