/** What is tried dry before it is done: what it would do, exactly, and how far doing it has come. Pure. */
import type { Reply } from './wire.ts';
import { capital, endSentence, plainWord } from './words.ts';
import { checkWords } from './worker-words.ts';

/** Acts whose dry run leaves a plan, which is then carried out as it stands or not at all. */
export type TrialName = 'dispatch' | 'package' | 'import' | 'rewrite' | 'end';

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
    consequence:
      'The package is made and the paper counts as finalized; a rewrite afterwards queues it again.',
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
    consequence: 'The package is copied into the corpus, and its index, lint and audit follow.',
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
    consequence:
      'The text is replaced by a new one; what a person decided of the old one has to be looked at again.',
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
