/** An honest paper of a generated project, with everything a liar needs to change it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createManualClock } from '../../src/lib/clock.ts';
import { openSigningKey } from '../../src/lib/signing-key.ts';
import { type WritePaperInput, writePaper } from '../../src/papers/artifacts.ts';
import { attestFolder, type Signing } from '../../src/papers/attestation/attest.ts';
import type { Comparison, LedgerDraft } from '../../src/papers/claims/ledger.ts';
import { type Claim, claimValue } from '../../src/papers/claims/schema.ts';
import type { PaperDocument } from '../../src/papers/document.ts';
import type { Typesetter } from '../../src/papers/pdf/typeset.ts';
import { listFiles } from '../../src/papers/staging.ts';
import { writeDeterministic } from '../../src/papers/writers/deterministic.ts';
import type { WriterResult } from '../../src/papers/writers/port.ts';
import { packageDraft } from '../support/package-draft.ts';
import type { Project } from './projects.ts';

/** A package folder on disk; `document` is what was printed into it. */
export interface Base {
  readonly project: Project;
  readonly root: string;
  readonly packageDir: string;
  /** Files of the package as they were, by path. */
  readonly honest: ReadonlyMap<string, Buffer>;
  readonly document: PaperDocument;
  readonly ledger: LedgerDraft;
  readonly claims: ReadonlyMap<string, Claim>;
  readonly result: WriterResult;
  valueOf(claimId: string): number | undefined;
  /** Result files of the run, as they lie in the package. */
  readonly resultPaths: readonly string[];
  readonly comparisons: readonly Comparison[];
  /** Of the installation that signed the package, PEM. */
  readonly publicKey: string;
  /** Signs a changed folder with another key, as whoever does not hold that of the installation would. */
  forgeSignature(dir: string): void;
  /** Has the real writer write the paper of `document` into a folder of its own; gives that folder. */
  write(document: PaperDocument, typeset?: Typesetter): Promise<string>;
}

const runId = 'lies-20260101T000000000';
const paperId = `${runId}--draft`;

/** Writes and packages the paper of a project in a fresh folder; `dispose` removes it. */
export async function createBase(
  project: Project,
): Promise<Base & { readonly dispose: () => void }> {
  const root = mkdtempSync(join(tmpdir(), 'lies-'));
  const projectDir = join(root, 'project');
  for (const [path, content] of Object.entries(project.files)) {
    mkdirSync(dirname(join(projectDir, path)), { recursive: true });
    writeFileSync(join(projectDir, path), content);
  }
  const input = (artifactRoot: string): WritePaperInput => ({
    artifactRoot,
    projectDir,
    runId,
    paperId,
    projectId: 'lies',
    projectName: project.name,
    hypothesis: project.hypothesis,
    decision: project.decision,
    clock: createManualClock(),
    fallbackEnabled: false,
  });
  let caught: { result: WriterResult; ledger: LedgerDraft } | undefined;
  const artifactRoot = join(root, 'honest');
  await writePaper({
    ...input(artifactRoot),
    writer: {
      write: async (given) => {
        caught = { result: writeDeterministic(given), ledger: given.ledger };
        return caught.result;
      },
    },
  });
  const signing: Signing = {
    keyFile: join(root, 'installation-key.pem'),
    decision: null,
    chain: { event_id: 1, hash: '0'.repeat(64) },
  };
  const { publicPem } = openSigningKey(signing.keyFile);
  const forged = { ...signing, keyFile: join(root, 'key-of-a-liar.pem') };
  openSigningKey(forged.keyFile);
  const packageDir = await packageDraft({ artifactRoot, runId, paperId, signing });
  if (caught === undefined) throw new Error('the writer was not asked');
  const { result, ledger } = caught;
  const claims = new Map(ledger.claims.map((claim) => [claim.id, claim]));
  let written = 0;
  return {
    project,
    root,
    packageDir,
    honest: readAll(packageDir),
    document: result.document,
    ledger,
    claims,
    result,
    valueOf: (id) => {
      const claim = claims.get(id);
      return claim === undefined ? undefined : claimValue(claim);
    },
    resultPaths: ledger.results.map(({ file }) => file.public_path),
    comparisons: ledger.comparisons,
    publicKey: publicPem,
    forgeSignature: (dir) =>
      attestFolder(
        dir,
        { paper_id: paperId, run_id: runId, public_id: null, signed_at: null },
        forged,
      ),
    async write(document, typeset) {
      written += 1;
      const folder = join(root, `lie-${written}`);
      const writer = { write: async () => ({ ...result, document }) };
      const pdf = typeset === undefined ? {} : { typeset };
      await writePaper({ ...input(folder), writer, ...pdf });
      return join(folder, 'papers', runId);
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Every file of a folder, by path. */
export function readAll(dir: string): Map<string, Buffer> {
  return new Map(listFiles(dir).map((path) => [path, readFileSync(join(dir, path))]));
}

/** Puts a package back to what it was. */
export function restore({ packageDir, honest }: Base): void {
  rmSync(packageDir, { recursive: true, force: true });
  for (const [path, bytes] of honest) {
    mkdirSync(dirname(join(packageDir, path)), { recursive: true });
    writeFileSync(join(packageDir, path), bytes);
  }
}
