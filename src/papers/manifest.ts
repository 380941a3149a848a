/** `metadata.json` and `paper_manifest.json`: what the paper is, how it came about, and its files. */
import { join } from 'node:path';
import { productTitle } from '../domain/product.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import type { Claim } from './claims/schema.ts';
import { inlineText, type PaperDocument } from './document.ts';
import type { EvidenceBundle } from './evidence/schema.ts';
import { sourceFingerprint } from './fingerprint.ts';
import type { Typeset } from './pdf/typeset.ts';
import { hashFile } from './read.ts';
import { listFiles } from './staging.ts';
import { workingOn } from './work/working-on.ts';
import type { WriterFacts } from './writers/port.ts';

/** `metadata.json`; the public id comes with the import into a corpus. */
export function buildMetadata(
  bundle: EvidenceBundle,
  document: PaperDocument,
  claims: readonly Claim[],
): JsonObject {
  return {
    public_id: null,
    title: document.title.map(inlineText).join('').trim(),
    generated_at: bundle.created_at,
    generated_by: productTitle,
    ai_generated: true,
    human_authorship_claimed: false,
    review_status: 'AI-generated research artifact',
    released_by_role: 'system operator',
    source_record_fingerprint: sourceFingerprint(bundle, claims),
    source_system: `${productTitle} control plane`,
  };
}

interface ManifestInput {
  readonly bundle: EvidenceBundle;
  readonly facts: WriterFacts;
  readonly claimCount: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly pdf: Typeset;
}

/** `paper_manifest.json` over every file that `folder` holds so far. */
export function buildManifest(folder: string, input: ManifestInput): JsonObject {
  const { bundle, facts } = input;
  return {
    schema_version: 'paper_manifest.v3',
    paper_id: bundle.paper_id,
    project_id: bundle.project_id,
    run_id: bundle.run_id,
    generated_at: bundle.created_at,
    generated_by: productTitle,
    ai_generated: true,
    human_authorship_claimed: false,
    peer_reviewed: false,
    writer: {
      provider: facts.provider,
      model: facts.model,
      fallback_used: facts.fallbackUsed,
      fallback_reason: facts.fallbackReason,
      details: facts.details,
    },
    prompt_sha256: facts.promptSha256,
    engine_versions: { ...input.versions, node: process.versions.node },
    pdf: describePdf(input.pdf),
    claim_count: input.claimCount,
    artifacts: listFiles(folder).map((path) => describeFile(folder, path)),
  };
}

/** What made `paper.pdf`, or why there is none. */
function describePdf(pdf: Typeset): JsonObject {
  if (!pdf.ok) return { missing: pdf.reason };
  const { maker, conformance, fonts, machineFonts, drawnAsCodes } = pdf.facts;
  return {
    missing: null,
    maker,
    conformance: [...conformance],
    fonts: [...fonts],
    fonts_of_machine: [...machineFonts],
    characters_without_font: drawnAsCodes,
  };
}

/** Size and hash of a file as manifests list it. */
export function describeFile(
  root: string,
  path: string,
): { path: string; bytes: number; sha256: string } {
  workingOn(path);
  const hashed = hashFile(join(root, path));
  if (hashed === undefined) throw new Error(`${path} cannot be read`);
  return { path, ...hashed };
}
