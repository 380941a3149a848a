/**
 * Looks whose sentences cite claims: a paper of a real result file is written through the port of the writer with one
 * sentence more in it. What each mark means stands at the head of the texts.
 */
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ServiceError } from '../../src/domain/errors.ts';
import { type Claim, claimPrint } from '../../src/papers/claims/schema.ts';
import { declared, type Inline } from '../../src/papers/document.ts';
import { type Base, createBase } from './base.ts';
import { addParagraph, words } from './edit.ts';
import { judge } from './plant.ts';
import type { Project } from './projects.ts';

/** What is false of a sentence: said in digits or the outcome, in units and directions, or in words; or nothing. */
type Mark = 'd' | 'u' | 'w' | '+';

/** A sentence, and what the checks first say of it; null where nobody says anything. */
export interface CitedVerdict {
  readonly mark: Mark;
  readonly sentence: string;
  readonly problem: string | null;
}

interface Subject {
  readonly project: Project;
  readonly sentences: readonly { readonly mark: Mark; readonly sentence: string }[];
}

/** The subjects of `test/lies/looks/NAME.txt`. */
function readSubjects(name: string): Subject[] {
  const text = readFileSync(join(import.meta.dirname, 'looks', `${name}.txt`), 'utf8');
  return text
    .split(/^# /m)
    .slice(1)
    .map((block) => {
      const [title = '', ...lines] = block.split('\n');
      const of = (mark: string): string =>
        lines.find((line) => line.startsWith(`${mark} `))?.slice(2) ?? '';
      const sentences = lines.flatMap((line) => {
        const [, mark, sentence = ''] = /^([duw+]) (.+)$/.exec(line) ?? [];
        return mark === undefined ? [] : [{ mark: mark as Mark, sentence }];
      });
      return { project: projectOf(title, of('?'), of('@')), sentences };
    });
}

const projectOf = (name: string, hypothesis: string, record: string): Project => {
  const decision = {
    project_decision: 'finalize_positive',
    research_outcome: 'paper_positive',
    hypothesis_status: 'supported',
    confidence: 'high',
    evidence_strength: 'moderate',
    bounded_paper_ready: true,
  } as const;
  return {
    kind: name,
    name,
    hypothesis,
    decision,
    files: {
      'results/summary.json': record,
      'run_notes.md': '# Run notes\n',
      '.orrery/project_decision.json': JSON.stringify(decision),
    },
  };
};

/** The claim of `case.metric`, or of `case/case metric`. */
function claimOf({ ledger }: Base, place: string): Claim {
  const [, subject, baseline, quantity] = /^(\w+)\/(\w+) (\w+)$/.exec(place) ?? [];
  const found =
    subject === undefined
      ? ledger.claims.find(
          ({ kind, evidence_refs: [ref] }) =>
            /^(?:measurement|setting)$/.test(kind) &&
            ref?.pointer.endsWith(`/${place.replace('.', '/')}`),
        )
      : ledger.claims.find(
          ({ comparison, evidence_refs: [ref, other] }) =>
            comparison !== undefined &&
            ref?.pointer.endsWith(`/${subject}/${quantity}`) &&
            other?.pointer.endsWith(`/${baseline}/${quantity}`),
        );
  if (found === undefined) throw new Error(`no claim of ${place}`);
  return found;
}

function inlinesOf(base: Base, sentence: string): Inline[] {
  return sentence.split(/(\{[^}]*\}|<[^>]*>)/).flatMap((part): Inline[] => {
    if (part.startsWith('<')) return [{ kind: 'cite', ids: [claimOf(base, part.slice(1, -1)).id] }];
    // A name such as "p95" is printed as the reference to it that a model would write.
    if (!part.startsWith('{'))
      return part
        .split(/\b([A-Za-z]+\d+\w*)\b/)
        .filter((piece) => piece !== '')
        .map((piece) => (/\d/.test(piece) ? declared(piece, 'name') : words(piece)));
    const [, place = '', print, unit] =
      /^\{([^=|}]*)(?:=([^|}]*))?(?:\|([^}]*))?\}$/.exec(part) ?? [];
    const claim = claimOf(base, place);
    const printed = print ?? claimPrint(claim);
    return [{ kind: 'value', claimId: claim.id, printed, unit: unit ?? claim.unit, cited: true }];
  });
}

/** Has a paper written for each sentence of a look. */
export async function judgeCitedLook(name: string): Promise<CitedVerdict[]> {
  const verdicts: CitedVerdict[] = [];
  for (const { project, sentences } of readSubjects(name)) {
    const base = await createBase(project);
    try {
      for (const { mark, sentence } of sentences)
        verdicts.push({ mark, sentence, problem: await problemOf(base, sentence) });
    } finally {
      base.dispose();
    }
  }
  return verdicts;
}

async function problemOf(base: Base, sentence: string): Promise<string | null> {
  let dir: string | undefined;
  try {
    dir = await base.write(addParagraph(base.document, 'Results', inlinesOf(base, sentence)));
    return judge(dir, { isQuick: true }).program;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'gates_failed') throw error;
    return error.message;
  } finally {
    if (dir !== undefined) rmSync(dirname(dirname(dir)), { recursive: true, force: true });
  }
}
