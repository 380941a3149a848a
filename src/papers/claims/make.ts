/**
 * Makes claims from the files: what a claim of a kind says follows from its place or its formula
 * alone. The draft makes claims so, and the verifier makes each again and compares.
 */
import type { EvidenceRole } from '../evidence/schema.ts';
import { isSeriesPointer, resolvePointer } from '../json-pointer.ts';
import { printNumber } from '../text/numbers.ts';
import { toPlainLine } from '../text/text.ts';
import type { ClaimEvidence, ClaimFile } from './evidence.ts';
import type { NumberFacts } from './facts.ts';
import { type Expression, firstSource, type Source } from './formula/grammar.ts';
import { unitOfFormula } from './formula/unit-of.ts';
import { type ClaimBody, type EvidenceRef, expectedText } from './schema.ts';

/** A claim's body, or why there is none. */
export type Made =
  | { readonly ok: true; readonly body: ClaimBody }
  | { readonly ok: false; readonly reason: string };

/** Files that numbers are measured in. */
export const measuredRoles: readonly EvidenceRole[] = ['metrics', 'result'];
/** Files that numbers are read from: those, and what others saw of the run or brought by doing it again. */
const readRoles: readonly EvidenceRole[] = [...measuredRoles, 'observed', 'replication'];
/** Files that numbers are computed of. */
const computedRoles: readonly EvidenceRole[] = [...measuredRoles, 'replication'];
/** What was chosen before the run, by the idea. */
const ideaRoles: readonly EvidenceRole[] = ['idea', 'registration'];
/** Calls that set a subject against a baseline. */
const comparing = ['ratio', 'difference', 'percent_change'] as const;

const refuse = (reason: string): Made => ({ ok: false, reason });

/** Leaves out what is not known and words the rest. */
function worded(
  body: { [Key in keyof Omit<ClaimBody, 'text'>]: ClaimBody[Key] | undefined },
): Made {
  const known = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined),
  ) as Omit<ClaimBody, 'text'>;
  const { kind, ...rest } = known;
  return { ok: true, body: { text: expectedText(known) ?? '', kind, ...rest } };
}

/** A measurement or setting: the number at a place of a result file, or what an idea sets. */
export function makeReading(evidence: ClaimEvidence, source: Source): Made {
  const file = evidence.file(source.path);
  const value = resolvePointer(file?.json, source.pointer);
  const facts = evidence.factsOf(source);
  const isIdea = file !== undefined && ideaRoles.includes(file.role);
  const setting = isIdea ? 'idea' : facts.setting;
  // A number in the words of a hypothesis has no name of its own.
  const isNameless = setting === 'idea' && source.pointer.startsWith('/hypothesis');
  const isText = typeof value === 'string' && setting !== undefined;
  if (file === undefined || !(isText || (typeof value === 'number' && Number.isFinite(value))))
    return refuse(`${source.path}${source.pointer} holds no number`);
  if (!readRoles.includes(file.role) && !isIdea) return refuse(`${source.path} is no result file`);
  return worded({
    kind: setting === undefined ? 'measurement' : 'setting',
    unit: isText ? undefined : facts.unit,
    ...(isNameless ? { quantity: 'hypothesis' } : namesOf(facts)),
    n: facts.n,
    setting: setting === undefined ? undefined : { source: setting },
    evidence_refs: [refTo(file, source.pointer, value)],
  });
}

/** What a result file states in words of how it was measured. */
export function makeMethod(evidence: ClaimEvidence, source: Source): Made {
  const file = evidence.file(source.path);
  const value = resolvePointer(file?.json, source.pointer);
  if (file === undefined || !measuredRoles.includes(file.role) || typeof value !== 'string')
    return refuse(`${source.path}${source.pointer} is no text of a result file`);
  const { subject, quantity } = evidence.factsOf(source);
  return worded({
    kind: 'method',
    subject,
    quantity,
    evidence_refs: [refTo(file, source.pointer, value)],
  });
}

/** What the decision record states under the name of a member. */
export function makeObservation(
  evidence: ClaimEvidence,
  source: Source,
  kind: 'observation' | 'limitation',
): Made {
  const file = evidence.file(source.path);
  const value = resolvePointer(file?.json, source.pointer);
  if (file?.role !== 'decision' || typeof value !== 'string')
    return refuse(`${source.path}${source.pointer} is no text of the decision record`);
  return worded({ kind, evidence_refs: [refTo(file, source.pointer, value)] });
}

/** A number that a formula gives, named as its first source is. */
export function makeStatistic(evidence: ClaimEvidence, formula: string): Made {
  const common = makeDerived(evidence, formula);
  if (!common.ok) return common;
  const { facts, n, rest } = common;
  return worded({ kind: 'statistic', ...namesOf(facts), n, ...rest });
}

/** Of one quantity, a subject's number against a baseline's. */
export function makeComparison(evidence: ClaimEvidence, formula: string): Made {
  const common = makeDerived(evidence, formula);
  if (!common.ok) return common;
  const { expression, facts, rest } = common;
  const sides = sidesOf(expression);
  const [a, b] = (sides ?? []).map((side) => evidence.formulas.numberOf(side));
  const against = sides === undefined ? undefined : firstSource(sides[1]);
  if (sides === undefined || against === undefined || a?.ok !== true || b?.ok !== true)
    return refuse(`a comparison is a ${comparing.join(', ')} of two numbers of files`);
  const other = evidence.factsOf(against);
  const { subject, quantity, better } = facts;
  if (subject === undefined || other.subject === undefined || subject === other.subject)
    return refuse('the file does not name two different things here');
  if (quantity !== other.quantity) return refuse(`${quantity} is not ${other.quantity}`);
  const direction = a.value > b.value ? 'higher' : a.value < b.value ? 'lower' : 'equal';
  return worded({
    kind: 'comparison',
    subject,
    quantity,
    comparison: { subject, baseline: other.subject, quantity, direction, better },
    ...rest,
  });
}

function sidesOf(expression: Expression): readonly [Expression, Expression] | undefined {
  if (expression.kind !== 'call' || !comparing.some((name) => name === expression.name))
    return undefined;
  const [a, b] = expression.args;
  return a === undefined || b === undefined ? undefined : [a, b];
}

type Derived =
  | {
      readonly ok: true;
      readonly expression: Expression;
      /** Of the first source. */
      readonly facts: NumberFacts;
      /** Values of the first source, where that is a series. */
      readonly n: number | undefined;
      readonly rest: Pick<ClaimBody, 'evidence_refs' | 'derived'> & { unit: string | undefined };
    }
  | { readonly ok: false; readonly reason: string };

function makeDerived(evidence: ClaimEvidence, formula: string): Derived {
  const result = evidence.formulas.evaluate(formula);
  if (!result.ok) return result;
  const { value, expression, sources } = result;
  const [first] = sources;
  if (first === undefined) return { ok: false, reason: 'the formula reads no file' };
  const unit = unitOfFormula(formula, (source) => evidence.factsOf(source).unit);
  if (!unit.ok) return unit;
  const refs: EvidenceRef[] = [];
  for (const source of sources) {
    const file = evidence.file(source.path);
    const held = isSeriesPointer(source.pointer)
      ? evidence.formulas.countOf(source)
      : resolvePointer(file?.json, source.pointer);
    if (file === undefined || !computedRoles.includes(file.role) || typeof held !== 'number')
      return { ok: false, reason: `${source.path}${source.pointer} is not in a result file` };
    refs.push(refTo(file, source.pointer, held));
  }
  return {
    ok: true,
    expression,
    facts: evidence.factsOf(first),
    n: isSeriesPointer(first.pointer) ? evidence.formulas.countOf(first) : undefined,
    rest: {
      unit: unit.unit,
      evidence_refs: refs,
      derived: { formula, quoted_value: printNumber(value), recomputed_value: value, match: true },
    },
  };
}

function namesOf({ label, subject, quantity }: NumberFacts) {
  return { label, subject, quantity };
}

/** A reference to what stands at a place. */
export function refTo(file: ClaimFile, pointer: string, value: number | string): EvidenceRef {
  const quoted = typeof value === 'number' ? printNumber(value) : toPlainLine(value);
  return {
    path: file.path,
    sha256: file.sha256,
    pointer,
    quoted_value: quoted,
    recomputed_value: value,
    match: true,
  };
}
