/** Plants a lie of one grade and says who finds it. */
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ServiceError } from '../../src/domain/errors.ts';
import { checkAttestation } from '../../src/papers/attestation/attest.ts';
import { attestationFile } from '../../src/papers/attestation/statement.ts';
import { figuresOf } from '../../src/papers/claims/finish.ts';
import { artifactProblems } from '../../src/papers/gates.ts';
import { checksumProblems } from '../../src/papers/package/package.ts';
import { renderLatex } from '../../src/papers/render/latex.ts';
import { figurePath, renderMarkdown } from '../../src/papers/render/markdown.ts';
import { renderSvg } from '../../src/papers/render/svg.ts';
import { verifyFolder } from '../../src/papers/standalone/verify.mjs';
import { renderingFiles } from '../../src/papers/verify/renderings.ts';
import { type Base, restore } from './base.ts';
import type { Grade, Lie } from './lie.ts';
import { repairHashes } from './repair.ts';

/** The first thing that each of the two found against a folder; null: nothing. */
export interface Verdict {
  readonly program: string | null;
  readonly standalone: string | null;
  /** Whether it is known by the key of the installation, to both; null where nothing was changed after its signature. */
  readonly byKey: boolean | null;
}

/** How a folder is judged. */
interface Judging {
  /** Public key, PEM, of whoever signed it; absent: nobody did. */
  readonly publicKey?: string;
  /** `verify.mjs` is not asked any more when the program found something. */
  readonly isQuick?: boolean;
}

/** What checksums, lint, audit and verifier of the program say, what `verify.mjs` says, and what the key adds. */
export function judge(dir: string, { publicKey, isQuick = false }: Judging = {}): Verdict {
  const [checksum] = publicKey === undefined ? [] : checksumProblems(dir);
  const problem =
    isQuick && checksum !== undefined ? checksum : (artifactProblems(dir)[0] ?? checksum);
  const byProgram =
    publicKey === undefined ? null : checkAttestation(dir, publicKey).verdict !== 'trusted';
  if (isQuick && problem !== undefined)
    return { program: problem, standalone: null, byKey: byProgram };
  const problems = verifyFolder(dir, publicKey).problems;
  // Without the key, the signature of somebody else proves as much.
  const other = problems.find(({ file }) => file !== attestationFile);
  return {
    program: problem ?? null,
    standalone: other === undefined ? null : `${other.file}: ${other.message}`,
    byKey: byProgram === null ? null : byProgram && problems.length > 0,
  };
}

/** False where a lie of that grade cannot be told: the writer holds a document and no files. */
export const canPlant = (lie: Lie, grade: Grade): boolean =>
  lie.grades?.includes(grade) ??
  (grade !== 'writer' || (lie.document !== undefined && lie.only === undefined));

/** Leaves the package as it was. */
export async function plant(base: Base, lie: Lie, grade: Grade, isQuick = false): Promise<Verdict> {
  if (grade === 'writer') return plantInWriter(base, lie, isQuick);
  const { packageDir } = base;
  try {
    // The other renderings would give every lie away; the easiest way past them is to have none.
    if (grade === 'repaired')
      for (const file of renderingFiles) rmSync(join(packageDir, file), { force: true });
    if (lie.document !== undefined) print(packageDir, lie.document, lie.only);
    lie.alter?.(packageDir);
    if (grade === 'repaired')
      repairHashes(packageDir, {
        claims: lie.repairsClaims ?? true,
        sign: (dir) => base.forgeSignature(dir),
      });
    // What a stranger finds in a folder that fits in itself is told apart; in any other it is the same hash.
    return judge(packageDir, {
      publicKey: base.publicKey,
      isQuick: isQuick && grade === 'edited',
    });
  } finally {
    restore(base);
  }
}

function print(dir: string, document: NonNullable<Lie['document']>, only: Lie['only']): void {
  if (only !== 'paper.tex') writeFileSync(join(dir, 'paper.md'), renderMarkdown(document));
  if (only !== 'paper.md') writeFileSync(join(dir, 'paper.tex'), renderLatex(document));
  for (const figure of figuresOf(document))
    writeFileSync(join(dir, figurePath(figure.id)), renderSvg(figure.data));
}

/** The program's writer refuses, or what it wrote is judged as a draft. */
async function plantInWriter(base: Base, lie: Lie, isQuick: boolean): Promise<Verdict> {
  let dir: string | undefined;
  try {
    dir = await base.write(lie.document ?? base.document);
    return judge(dir, { isQuick });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'gates_failed') throw error;
    return { program: error.message, standalone: null, byKey: null };
  } finally {
    if (dir !== undefined) rmSync(dirname(dirname(dir)), { recursive: true, force: true });
  }
}
