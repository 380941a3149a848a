/** What is tried dry before it is done: what it would do, exactly, and how far doing it has come. Pure. */
import type { Reply } from '../service/wire.ts';
import { capital, endSentence, plainWord, sentence as sentenceOf } from '../words/words.ts';
import { checkWords } from '../workers/worker-words.ts';

/** Acts whose dry run leaves a plan, which is then carried out as it stands or not at all. */
export type TrialName =
  | 'dispatch'
  | 'draft'
  | 'followup'
  | 'publish'
  | 'package'
  | 'import'
  | 'rewrite'
  | 'rewrite_many'
  | 'archive'
  | 'end';

/** What a dry run came to. */
export interface Trial {
  /** What would be done, or why nothing would. */
  readonly sentence: string;
  /** Of what would be done; null: nothing would. */
  readonly planId: string | null;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** What stands against it. */
  readonly problems: readonly string[];
  /** What is checked before it is done. */
  readonly checks: readonly string[];
  /** All that the agent would be told; null where none would be told anything. */
  readonly prompt: string | null;
  /** What follows, on the question before it. */
  readonly consequence: string;
}

/** How far it has come; `key` names it, so that a repeat does nothing twice. */
export interface TrialShown {
  readonly phase: 'looking' | 'looked' | 'asked' | 'doing' | 'done' | 'failed';
  readonly trial: Trial | null;
  /** What came of it, or why it did not come about. */
  readonly words: string | null;
  /** What has changed since the dry run, where that is why. */
  readonly differences: readonly string[];
  readonly key: string;
}

/** One for each act and what it is done to; the next item has an empty name. */
export const trialKey = (name: TrialName, target: string): string => `${name}:${target}`;

const nothing = { facts: [], problems: [], checks: [], prompt: null, planId: null } as const;

/** What a dispatch would start, and where. */
export function dispatchTrial(told: Reply<'dispatch.next'>): Trial {
  const { reason = 'The service did not say why.', candidate, checks = [], plan_id: planId } = told;
  const sentence = endSentence(reason);
  if (candidate == null || told.action !== 'dry_run_dispatch')
    return { ...nothing, sentence, consequence: '' };
  const worker = candidate.worker_target ?? 'its worker';
  return {
    sentence,
    planId: planId ?? null,
    facts: [
      ['Project', candidate.project_id ?? 'unknown'],
      ['Worker', worker],
      ...('route_reason' in candidate
        ? ([
            ['Why there', candidate.route_reason ?? 'unknown'],
            ['Kind of work', plainWord(candidate.workload_class)],
            ['Session', candidate.mode === 'resume' ? 'goes on with the last one' : 'a new one'],
            ['Priority · rank', `${candidate.dispatch_priority} · ${candidate.selection_rank}`],
            ['Folder', candidate.project_dir ?? 'unknown'],
          ] as const)
        : []),
    ],
    problems: [],
    checks: checks.map((check) => checkWords(check)),
    prompt: told.prompt ?? null,
    consequence: `An agent starts on ${worker} once its checks pass, and is told exactly what stands below. It runs until it ends or somebody stops it.`,
  };
}

/** Of which run a paper would be drafted, and why not of those before it. */
export function draftTrial(told: Reply<'papers.draft_next'>): Trial {
  const { action, candidate, plan_id: planId } = told;
  if (action !== 'dry_run_draft' || candidate == null) return passedOver(told);
  return {
    ...passedOver(told),
    planId: planId ?? null,
    facts: [
      ['Project', candidate.project_id ?? 'unknown'],
      ['Run', candidate.run_id ?? 'unknown'],
      ['Paper', candidate.paper_id ?? 'unknown'],
    ],
    consequence:
      'The files of the run are fetched and the paper is written from them; what then stands against it is said on its page.',
  };
}

/** Which follow-up would be queued below which project, with every word that its agent would be told. */
export function followupTrial(told: Reply<'followups.launch_next'>): Trial {
  const { action, followup, plan_id: planId } = told;
  if (action !== 'dry_run_followup' || followup == null) return passedOver(told);
  return {
    ...passedOver(told),
    planId: planId ?? null,
    facts: [
      ['Project', followup.project_id ?? 'unknown'],
      ['Follows on', followup.parent_project_id ?? 'unknown'],
      ['Kind', plainWord(followup.type)],
      ['Title', followup.title ?? 'unknown'],
      ['Hypothesis', followup.hypothesis ?? 'unknown'],
      ['Counts as a success', followup.success_threshold ?? 'unknown'],
      ['Ends when', followup.stop_condition ?? 'unknown'],
      ['Evidence it must bring', followup.required_evidence?.join(', ') ?? 'unknown'],
      ['Worker', followup.machine_target ?? 'any'],
      ['Kind of work', plainWord(followup.workload_class)],
    ],
    prompt: followup.prompt ?? null,
    consequence:
      'It is queued like any other item and starts when its turn comes; its agent is told exactly what stands below.',
  };
}

interface Passed {
  readonly reason?: string | undefined;
  readonly skipped?:
    | readonly {
        readonly project_id?: string | undefined;
        readonly paper_id?: string | undefined;
        readonly reason?: string | undefined;
      }[]
    | undefined;
  readonly skipped_count?: number | undefined;
}

/** Why, and what was passed over before it, the first of that; by itself it is that nothing would be done. */
function passedOver({
  reason = 'the service did not say why',
  skipped = [],
  skipped_count: count = skipped.length,
}: Passed): Trial {
  const more = count - skipped.length;
  return {
    ...nothing,
    sentence: sentenceOf(reason),
    problems: [
      ...skipped.map(
        ({ project_id: project, paper_id: id = project ?? 'unknown', reason: why }) =>
          `${id}: ${why ?? 'unknown why'}`,
      ),
      ...(more > 0 ? [`passed over as well: ${more}`] : []),
    ],
    consequence: '',
  };
}

/** What follows of each step of publication. */
const consequences = {
  rewrite:
    'The text is replaced by a new one; what a person decided of the old one has to be looked at again.',
  package:
    'The package is made and the paper counts as finalized; a rewrite afterwards queues it again.',
  import: 'The package is copied into the corpus, and its index, lint and audit follow.',
} as const;
const steps = {
  rewrite: 'its draft is written anew from its evidence',
  package: 'its package is made',
  import: 'the corpus takes its package',
} as const;

/** Which paper would take which step of publication, and what keeps others from theirs. */
export function publishTrial(told: Reply<'papers.publish_next'>): Trial {
  const { action, step, paper_id: id, plan_id: planId, held_up: held } = told;
  const base = passedOver(told);
  const waiting =
    held == null ? [] : [`waiting to be imported: ${held.paper_count}; ${held.reason ?? ''}`];
  if (action !== 'dry_run_step' || step == null) return base;
  return {
    ...base,
    sentence: `${id ?? 'A paper'} would take its next step: ${steps[step]}.`,
    planId: planId ?? null,
    problems: [...base.problems, ...waiting],
    consequence: consequences[step],
  };
}

/** Which drafts would be written anew, and why not the others. */
export function rewriteManyTrial(told: Reply<'publication-automation.rewrite_batch'>): Trial {
  const { results = [], plan_id: planId, selection_complete: isAll } = told;
  const chosen = results.filter(({ result }) => result === 'would_rewrite');
  const others = results.filter(({ result }) => result !== 'would_rewrite');
  const count = chosen.length === 1 ? 'One draft' : `${chosen.length} drafts`;
  return {
    ...nothing,
    sentence:
      chosen.length === 0
        ? 'No draft would be written anew.'
        : `${count} would be written anew, one after another.`,
    planId: planId ?? null,
    facts: chosen.map(({ paper_id: id = 'unknown', title }) => [id, title ?? 'untitled'] as const),
    problems: [
      ...others.map(({ paper_id: id, detail }) => `${id ?? 'unknown'}: ${detail ?? 'unknown why'}`),
      ...(isAll === false
        ? ['there are more than one batch looks at; narrow them by a search']
        : []),
    ],
    consequence: `${consequences.rewrite} It goes on by itself, and stands above the papers, where it can be canceled.`,
  };
}

/** Which events would be moved into files; the last of them is what is done. */
export function archiveTrial(told: Reply<'event_log.archive'>): Trial {
  const { due_count: due = 0, due_to: to = 0, archived_to: moved = 0, files = 0, bytes = 0 } = told;
  const { after_days: days, waits_for: holds, scheduled } = told;
  return {
    ...nothing,
    sentence:
      due === 0
        ? 'Nothing would be moved: no event is old enough.'
        : `${due === 1 ? 'One event' : `${due} events`} would be moved, up to event ${to}.`,
    planId: due === 0 ? null : String(to),
    facts: [
      ['Old is', days === undefined ? 'unknown' : `older than ${days} d`],
      ['By itself', scheduled === true ? 'each hour' : 'no, events_archive_after_days is 0'],
      [
        'Moved so far',
        moved === 0
          ? 'nothing'
          : `up to event ${moved}, ${(bytes / 2 ** 20).toFixed(1)} MiB in files: ${files}`,
      ],
    ],
    problems: holds == null ? [] : [`others that are old wait for ${holds}`],
    consequence:
      'The log reads from the files what they hold. It does so only while they lie beside the store: a backup takes them along.',
  };
}

/** Whether a package would be made, and what stands against it. */
export function packageTrial(told: Reply<'publication-automation.prepare_finalization_package'>) {
  const problems = 'problems' in told ? (told.problems ?? []) : [];
  const passes = 'would_pass' in told && told.would_pass === true;
  return judged(told, {
    passes,
    problems,
    sentence: passes
      ? 'Its package would be made: lint, audit and checklist let it through.'
      : 'No package would be made now.',
    consequence: consequences.package,
  });
}

/** Whether the corpus would take the package, and what stands against it. */
export function importTrial(told: Reply<'corpus.import'>): Trial {
  const problems = 'problems' in told ? (told.problems ?? []) : [];
  const isThere = 'already_imported' in told && told.already_imported === true;
  const passes = 'would_pass' in told && told.would_pass === true;
  return judged(told, {
    passes: passes && !isThere,
    problems,
    sentence: isThere
      ? 'The corpus has it already.'
      : passes
        ? 'The corpus would take it.'
        : 'The corpus would not take it now.',
    consequence: consequences.import,
  });
}

/** Whether the draft would be written anew; `paperId` is the one that was asked for. */
export function rewriteTrial(
  told: Reply<'publication-automation.rewrite_batch'>,
  paperId: string,
): Trial {
  const row = told.results?.find(({ paper_id: id }) => id === paperId);
  const isAlone = told.results?.every(({ paper_id: id, result }) =>
    id === paperId ? true : result !== 'would_rewrite',
  );
  const passes = row?.result === 'would_rewrite' && isAlone === true;
  const why =
    row?.detail ?? 'only a draft whose publication is still open is written anew from here';
  return judged(told, {
    passes,
    problems: passes ? [] : [why],
    sentence: passes
      ? 'Its draft would be written anew from its evidence, which is fetched again first.'
      : 'Its draft would not be written anew now.',
    consequence: consequences.rewrite,
  });
}

/** What would be ended of a run, and what follows, in the service's words; it leaves a plan where it would be. */
export const endTrial = (told: Reply<'runs.end_process'>): Trial =>
  judged(told, {
    passes: true,
    problems: [],
    sentence: endSentence(capital(told.message ?? '')),
    consequence: told.consequence ?? '',
  });

function judged(
  told: { readonly plan_id?: string | undefined } | object,
  {
    passes,
    problems,
    sentence,
    consequence,
  }: {
    readonly passes: boolean;
    readonly problems: readonly string[];
    readonly sentence: string;
    readonly consequence: string;
  },
): Trial {
  const planId = 'plan_id' in told && typeof told.plan_id === 'string' ? told.plan_id : null;
  return { ...nothing, sentence, problems, consequence, planId: passes ? planId : null };
}

interface Difference {
  readonly id?: unknown;
  readonly member?: unknown;
  readonly planned?: unknown;
  readonly now?: unknown;
}

const valueText = (value: unknown): string => {
  if (value == null) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The differences that a refusal names, each as a sentence. */
export function differenceWords(problem: object | null): string[] {
  const listed = problem !== null && 'differences' in problem ? problem.differences : null;
  if (!Array.isArray(listed)) return [];
  return (listed as readonly Difference[]).map(
    ({ id, member, planned, now }) =>
      `${valueText(id)}: ${plainWord(valueText(member))} was ${valueText(planned)}, and is ${valueText(now)} now.`,
  );
}
