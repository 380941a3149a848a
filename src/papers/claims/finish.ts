/** Completes a ledger with what only the finished text can say: where claims are used, what was declared. */

import { inlineRuns, type PaperDocument } from '../document.ts';
import type { EvidenceBundle } from '../evidence/schema.ts';
import { figurePath } from '../render/markdown.ts';
import { createMasker, takeCitations } from '../text/declared.ts';
import { readMarkdownDraft } from '../text/plain-text.ts';
import { usesOf } from '../verifier.ts';
import { usageOf } from '../verify/cited.ts';
import type { LedgerDraft } from './ledger.ts';
import type { ClaimLedger, NotResultKind } from './schema.ts';

/** Every figure of a document, in order. */
export function figuresOf(document: PaperDocument) {
  return document.sections.flatMap((section) =>
    section.blocks.filter((block) => block.kind === 'figure'),
  );
}

/** Adds to the claims what only the finished text can say: where each is used, what was declared. */
export function finishLedger(
  bundle: EvidenceBundle,
  draft: LedgerDraft,
  document: PaperDocument,
  markdown: string,
): ClaimLedger {
  const figures = figuresOf(document).map((figure) => ({
    id: figure.id,
    file: figurePath(figure.id),
    kind: figure.data.kind,
    x_label: figure.data.xLabel,
    y_label: figure.data.yLabel,
    x: figure.xIds === null ? null : [...figure.xIds],
    series: figure.data.series.map((series, at) => {
      const bar = figure.barIds[at] ?? null;
      return {
        name: series.name,
        y: [...(figure.seriesIds[at] ?? [])],
        bar: bar === null ? null : ([...bar] as [string, string, string]),
      };
    }),
    threshold: figure.thresholdId,
  }));
  const declared = declaredOf(document);
  const masker = createMasker([...declared.keys()]);
  const plain = readMarkdownDraft(markdown, figures);
  const counts = new Map<string, number>();
  for (const found of plain.lines.flatMap((line) => masker(takeCitations(line.text).rest).found)) {
    counts.set(found.text, (counts.get(found.text) ?? 0) + 1);
  }
  const ledger: ClaimLedger = {
    schema_version: 'claim_ledger.v3',
    paper_id: bundle.paper_id,
    run_id: bundle.run_id,
    evidence_merkle_root: bundle.merkle_root,
    claims: [...draft.claims],
    unsupported_claim_count: draft.claims.filter((claim) => claim.support_status === 'unsupported')
      .length,
    not_results: [...declared].flatMap(([text, what]) => {
      const count = counts.get(text) ?? 0;
      return count === 0 ? [] : [{ text, ...what, count }];
    }),
    figures,
  };
  const usage = usageOf(plain);
  const claims = ledger.claims.map((claim) => ({ ...claim, used_in: usesOf(claim.id, usage) }));
  return { ...ledger, claims };
}

/** What each declared text is; the first place decides, and the verifier looks at every place. */
function declaredOf(
  document: PaperDocument,
): Map<string, { kind: NotResultKind; source?: string }> {
  const kinds = new Map<string, { kind: NotResultKind; source?: string }>();
  const runs = [
    document.title,
    document.notice,
    ...document.sections.flatMap((section) => [...inlineRuns(section.blocks)]),
  ];
  for (const inline of runs.flat()) {
    if (inline.kind !== 'declared' || kinds.has(inline.text)) continue;
    const { declaredAs: kind, source } = inline;
    kinds.set(inline.text, source === undefined ? { kind } : { kind, source });
  }
  return kinds;
}
