/** Packages a draft that tests have written, as one whose whole checklist is open. */
import { join } from 'node:path';
import { createManualClock } from '../../src/lib/clock.ts';
import type { Signing } from '../../src/papers/attestation/attest.ts';
import { preparePackage } from '../../src/papers/package/package.ts';

interface DraftToPackage {
  readonly artifactRoot: string;
  readonly runId: string;
  readonly paperId: string;
  /** Absent: nobody signs it. */
  readonly signing?: Signing;
}

/** The folder of its package. Throws with every problem of a draft that is refused. */
export async function packageDraft(draft: DraftToPackage): Promise<string> {
  const outcome = await preparePackage({
    ...draft,
    targetLabel: 'corpus',
    checklist: [],
    written: null,
    dryRun: false,
    clock: createManualClock(),
  });
  if (!outcome.ok) throw new Error(`the draft is not packaged: ${outcome.problems.join('; ')}`);
  return join(draft.artifactRoot, outcome.packageDir);
}
