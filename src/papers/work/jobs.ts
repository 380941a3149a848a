/**
 * What is done with a paper's text, by name: everything that reads what an agent wrote. Arguments
 * and results are plain data, so that another process can do it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChecklistEntry } from '../../domain/records.ts';
import type { StrictVerdict } from '../../domain/statuses.ts';
import { gatherInput, type WritePaperInput, type WrittenPaper, writePaper } from '../artifacts.ts';
import { auditPaper } from '../audit/audit.ts';
import { evaluateChecklist } from '../checklist.ts';
import { replicationOf } from '../claims/replication.ts';
import { type Claim, claimPrint } from '../claims/schema.ts';
import {
  type ImportOutcome,
  type ImportRequest,
  importPackage,
  whyNotTwice,
} from '../corpus/corpus.ts';
import {
  type IndexTotals,
  readCorpusIndex,
  rebuildIndex,
  totalsOf,
} from '../corpus/corpus-index.ts';
import { type RemovalOutcome, type RemovalRequest, removePaper } from '../corpus/corpus-removal.ts';
import { type Drafts, readDrafts } from '../drafts/drafts.ts';
import { findDrift, publishedFolders, readPublished } from '../drafts/drift.ts';
import { type DrillDown, drillDown } from '../drill-down.ts';
import type { EvidenceRole } from '../evidence/schema.ts';
import { findRoles } from '../evidence/sources.ts';
import { findingsOf, type PaperFindings } from '../findings.ts';
import { lintPaper } from '../lint/lint.ts';
import { buildPackage, inspectPackage } from '../package/package.ts';
import { typeset } from '../pdf/typeset.ts';
import { type ProvedPaper, provePaper } from '../prove-folder.ts';
import { readingOnce } from '../readers/file.ts';
import { judgingMark } from '../rules-mark.ts';
import { recoverFolder, recoverFolders } from '../staging.ts';
import { type PaperText, paperText } from '../text/paper-text.ts';
import type { Question } from '../writers/external/prompt.ts';
import {
  createExternalWriter,
  type ExternalTask,
  nextQuestion,
} from '../writers/external/writer.ts';

/** `WritePaperInput` at a fixed time, Unix ms. */
export interface WriteTask
  extends Omit<WritePaperInput, 'clock' | 'writer' | 'versions' | 'typeset' | 'signal' | 'onStep'> {
  readonly nowMs: number;
  /** Absent: written without a model. */
  readonly external?: ExternalTask;
}
/** The same for a model that is still to be asked. */
export type QuestionTask = WriteTask & { readonly external: ExternalTask };
/** `ImportRequest` at a fixed time, Unix ms. */
export interface ImportTask extends Omit<ImportRequest, 'clock' | 'onStep'> {
  readonly nowMs: number;
}

/** What lint, audit and checklist say of the paper in a folder. */
export interface Examination {
  readonly lintFindingCount: number;
  readonly verdict: StrictVerdict;
  /** Null when there is no folder. */
  readonly checklist: readonly ChecklistEntry[] | null;
  /** Files that are not what they were when the paper was written, in words; null: none is known. */
  readonly drift: string | null;
}

/** A paper to examine; `at` is an ISO 8601 time. */
export interface ExaminationTask {
  readonly dir: string;
  readonly at: string;
  /** SHA-256 of its texts as they were written; null where that is not known. */
  readonly written: Readonly<Record<string, string>> | null;
}

/** A replication against its first run, as the claim of a paper states it. */
export interface ReplicationVerdict extends NonNullable<Claim['replication']> {
  /** The claim in words. */
  readonly text: string;
  /** Its value as it is printed; its run's id where it came to none. */
  readonly printed: string;
}

/** A clock that stands still: work in a process of its own has the time of whoever asked for it. */
const clockAt = (nowMs: number): WritePaperInput['clock'] => ({
  now: () => nowMs,
  monotonic: () => nowMs,
  setTimer: () => {
    throw new Error('nothing here waits');
  },
});

/** The jobs by the name that a process is called with. They may throw; the caller gets the error. */
export const jobs = {
  async write({ nowMs, external, ...input }: WriteTask): Promise<WrittenPaper> {
    // A crash may have left an exchange of folders half done: one whole version is put in place.
    recoverFolder(join(input.artifactRoot, 'papers'), input.runId);
    const writer = external === undefined ? {} : { writer: createExternalWriter(external) };
    return writePaper({ ...input, ...writer, clock: clockAt(nowMs), typeset });
  },
  /** What a model is to be asked next; null when it has said all that it is asked for. */
  async nextQuestion({ nowMs, external, ...input }: QuestionTask): Promise<Question | null> {
    return nextQuestion(gatherInput({ ...input, clock: clockAt(nowMs) }).writerInput, external);
  },
  async examine({ dir, at, written }: ExaminationTask): Promise<Examination> {
    return readingOnce((): Examination => {
      const findings = lintPaper(dir);
      const lintFindingCount = findings.length;
      const drift = findDrift(dir, written);
      if (!existsSync(dir))
        return {
          lintFindingCount,
          verdict: 'blocked_missing_result_files',
          checklist: null,
          drift,
        };
      const audit = auditPaper(dir);
      const checklist = evaluateChecklist(dir, at, { findings, audit });
      return { lintFindingCount, verdict: audit.verdict, checklist, drift };
    });
  },
  judgingMark: async ({ dir }: { dir: string }): Promise<string> => judgingMark(dir),
  publishedFolders: async ({ corpusDir }: { corpusDir: string }) => publishedFolders(corpusDir),
  readPublished: async (...args: Parameters<typeof readPublished>) => readPublished(...args),
  /** What a replication comes to against its first run; null where one of them holds nothing to compare by. */
  async compareReplication({ nowMs, ...input }: WriteTask): Promise<ReplicationVerdict | null> {
    const { ledger } = gatherInput({ ...input, clock: clockAt(nowMs) }).writerInput;
    const claim = replicationOf(ledger.claims).replication;
    return claim?.replication === undefined
      ? null
      : { ...claim.replication, text: claim.text, printed: claimPrint(claim) };
  },
  prove: async (...args: Parameters<typeof provePaper>): Promise<ProvedPaper> =>
    readingOnce(() => provePaper(...args)),
  drillDown: async ({ dir }: { dir: string }): Promise<DrillDown | null> => drillDown(dir),
  drafts: async ({ dir, from }: { dir: string; from: string | null }): Promise<Drafts | null> =>
    readDrafts(dir, from),
  text: async ({ dir }: { dir: string }): Promise<PaperText> => paperText(dir),
  findings: async ({ dir }: { dir: string }): Promise<PaperFindings | null> => findingsOf(dir),
  inspectPackage: async (...args: Parameters<typeof inspectPackage>) => inspectPackage(...args),
  buildPackage: async (...args: Parameters<typeof buildPackage>) => buildPackage(...args),
  importPackage: async ({ nowMs, ...input }: ImportTask): Promise<ImportOutcome> =>
    importPackage({ ...input, clock: clockAt(nowMs) }),
  whyNotTwice: async (...args: Parameters<typeof whyNotTwice>) => whyNotTwice(...args),
  removePaper: async (request: RemovalRequest): Promise<RemovalOutcome> => removePaper(request),
  async rebuildIndex({ corpusDir, at }: { corpusDir: string; at: string }): Promise<void> {
    rebuildIndex(corpusDir, { builtAt: at });
  },
  indexTotals: async ({ corpusDir }: { corpusDir: string }): Promise<IndexTotals | null> =>
    totalsOf(readCorpusIndex(corpusDir)),
  findRoles: async ({ projectDir }: { projectDir: string }): Promise<Set<EvidenceRole>> =>
    findRoles(projectDir),
  /** Puts right what work that was ended may have left half done; `name` null: below all of `parent`. */
  async recover({ parent, name }: { parent: string; name: string | null }): Promise<void> {
    if (name === null) recoverFolders(parent);
    else recoverFolder(parent, name);
  },
};

/** For whoever has a process do them: the arguments and the result of each job. */
export type Jobs = typeof jobs;
