/** The decision gate: reads what an agent concluded and says whether a paper may be drafted of it. */
import { wordsForIssue } from '../lib/issue-words.ts';
import { countJsonParts } from '../lib/json-parts.ts';
import { faultWords, readJsonOnce } from '../lib/strict-json.ts';
import { type GateVerdict, type ProjectDecision, projectDecisionSchema } from './records.ts';

/**
 * A decision record is a page of text; anything larger is not one. It is read while everybody else
 * waits, so its parts are counted first: a hundred thousand of them would take over a second.
 */
export const decisionLimits = {
  bytesMax: 256 * 1024,
  /** Members, entries and levels of nesting, all together. */
  partsMax: 1_000,
  problemsMax: 20,
} as const;

interface DecisionReading {
  readonly decision: ProjectDecision | null;
  /** What is wrong, each naming the member; empty when `decision` is given. */
  readonly problems: readonly string[];
}

/** Optional closed words for which agents write an empty string to say "none". */
const optionalWords = ['evidence_strength', 'followup_type'] as const;

/** Reads the text of the decision file; `null` stands for a file that does not exist. */
export function readDecision(text: string | null): DecisionReading {
  if (text === null) return refused('the decision file is missing');
  const bytes = Buffer.byteLength(text);
  const { bytesMax, partsMax, problemsMax } = decisionLimits;
  if (bytes > bytesMax) {
    return refused(`the decision file has ${bytes} bytes, at most ${bytesMax} are read`);
  }
  if (countJsonParts(text, partsMax) > partsMax) {
    return refused(`the decision file has more than ${partsMax} members and entries`);
  }
  const reading = readJsonOnce(text);
  if (!reading.ok)
    return refused(`the decision file cannot be read (${faultWords(reading.fault)})`);
  const { value } = reading;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused('the decision file must hold one JSON object');
  }
  const parsed = projectDecisionSchema.safeParse(withoutEmptyWords(value), {
    error: wordsForIssue,
  });
  if (parsed.success) return { decision: parsed.data, problems: [] };
  const found = [
    ...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...reading.inexact.map(faultWords),
  ];
  const problems = found.slice(0, problemsMax);
  const more = found.length - problems.length;
  return { decision: null, problems: more === 0 ? problems : [...problems, `and ${more} more`] };
}

function refused(problem: string): DecisionReading {
  return { decision: null, problems: [problem] };
}

function withoutEmptyWords(value: object): object {
  const entries = Object.entries(value).filter(
    ([key, member]) => !(member === '' && optionalWords.some((word) => word === key)),
  );
  return Object.fromEntries(entries);
}

interface Condition {
  readonly field: keyof ProjectDecision;
  readonly accepted: string;
  readonly holds: (decision: ProjectDecision) => boolean;
}

/** What a decision other than `finalize_positive` needs, in the order it is asked. */
const boundedConditions: readonly Condition[] = [
  {
    field: 'research_outcome',
    accepted: 'useful_signal or paper_positive',
    holds: (decision) => ['useful_signal', 'paper_positive'].includes(decision.research_outcome),
  },
  {
    field: 'bounded_paper_ready',
    accepted: 'true',
    holds: (decision) => decision.bounded_paper_ready === true,
  },
  {
    field: 'hypothesis_status',
    accepted: 'supported or mixed',
    holds: (decision) => ['supported', 'mixed'].includes(decision.hypothesis_status),
  },
  {
    field: 'evidence_strength',
    accepted: 'moderate or strong',
    holds: (decision) => ['moderate', 'strong'].includes(decision.evidence_strength ?? ''),
  },
  {
    field: 'claim_scope',
    accepted: 'a text that is not empty',
    holds: (decision) => (decision.claim_scope ?? '').trim() !== '',
  },
  {
    field: 'scale_limits',
    accepted: 'a text that is not empty',
    holds: (decision) => (decision.scale_limits ?? '').trim() !== '',
  },
];

/**
 * Positive is `finalize_positive`, or a bounded paper with every condition met. The verdict names
 * the field and value that decided; a missing decision is not positive.
 */
export function judgeDecision(decision: ProjectDecision | null): GateVerdict {
  if (decision === null) {
    return {
      positive: false,
      field: 'project_decision',
      value: 'missing',
      reason: 'there is no readable decision',
    };
  }
  if (decision.project_decision === 'finalize_positive') {
    return {
      positive: true,
      field: 'project_decision',
      value: 'finalize_positive',
      reason: 'project_decision is finalize_positive',
    };
  }
  const failed = boundedConditions.find((condition) => !condition.holds(decision));
  if (failed === undefined) {
    return {
      positive: true,
      field: 'bounded_paper_ready',
      value: 'true',
      reason: `${decision.research_outcome} with scope, limits and ${decision.evidence_strength ?? 'no'} evidence is ready for a bounded paper`,
    };
  }
  const value = valueText(decision[failed.field]);
  return {
    positive: false,
    field: failed.field,
    value,
    reason: `project_decision is ${decision.project_decision} and ${failed.field} is ${value}, not ${failed.accepted}`,
  };
}

function valueText(value: ProjectDecision[keyof ProjectDecision]): string {
  if (value === undefined || value === null) return 'missing';
  const text = String(value);
  return text.trim() === '' ? 'empty' : text;
}
