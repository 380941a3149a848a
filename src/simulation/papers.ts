/**
 * The papers of a simulation. A share of them is really written (`written-papers.ts`), the others have no writer: every
 * text has a number, and whether it passes lint and strict audit is drawn from it. Evaluation, package and import look
 * at the text as it is when they run, as those of the service look at files.
 */
import type { ActorEvent } from '../actors/machine/durable-actions.ts';
import type { EffectHandler, EffectHandlers } from '../actors/runtime/effect-handler.ts';
import type { PaperTools } from '../control/common/index.ts';
import { asText } from '../lib/as-text.ts';
import { fingerprint } from '../lib/hash.ts';
import { createSeededEntropy } from '../lib/ids.ts';
import type { State } from './watching.ts';
import { type PaperParts, WrittenPapers } from './written-papers.ts';

/** Share of the texts that pass. */
const passingShare = 0.85;

interface Paper {
  /** Effects that wrote a text, in their order: one that is carried out again writes the same text. */
  readonly writings: string[];
  /** Number of the text in the package; null: there is none. */
  packaged: number | null;
}

type PackagedEvent = ActorEvent & { readonly package_dir?: unknown };

const toEvent = (content: object): ActorEvent => content as ActorEvent;

/** The folders of papers and the corpus, which outlive the control plane. */
export class SimulatedPapers {
  readonly #seed: number;
  readonly #papers = new Map<string, Paper>();
  readonly #corpus = new Set<string>();
  #indexed: number | null = null;
  readonly written: WrittenPapers;

  /** `ideas`: how many there will be. */
  constructor(seed: number, ideas: number) {
    this.#seed = seed;
    this.written = new WrittenPapers(seed, ideas);
  }

  /** True where the package, if there is one, is of a text that passes. */
  packagePasses(paperId: string): boolean {
    if (this.written.has(paperId)) return this.written.packagePasses(paperId);
    const packaged = this.#papers.get(paperId)?.packaged ?? null;
    return packaged !== null && this.#passes(paperId, packaged);
  }

  /** What of a text that the store has as written does not lead to its evidence; null: nothing. */
  whatFails(paperId: string, { draft_markdown_path: draft, artifact_sha256: hashes }: State) {
    if (!this.written.has(paperId)) return null;
    return this.written.whatFails(String(draft), hashes as Readonly<Record<string, string>>);
  }

  /** For one life of the control plane: effects of papers, reviews and the corpus by name, and what use cases may ask. */
  begin(parts: PaperParts): { readonly effects: EffectHandlers; readonly tools: PaperTools } {
    const written = this.written.begin(parts);
    const effects = Object.entries(this.#drawnEffects()).map(([name, drawn]) => {
      const real = written.effects[name]!;
      const run: EffectHandler['run'] = async (input, context) => {
        const paperId = asText(input['paper_id']);
        const event = await (this.written.has(paperId) ? real : drawn).run(input, context);
        if (event?.type === 'PACKAGED')
          this.written.packaged(paperId, asText((event as PackagedEvent).package_dir));
        if (event?.type === 'IMPORTED') this.#indexed = this.#corpus.add(paperId).size;
        return event;
      };
      return [name, { ...real, run }];
    });
    return { effects: Object.fromEntries(effects), tools: this.#tools(written.tools) };
  }

  #drawnEffects(): EffectHandlers {
    return {
      'paper.draft': this.#writing('DRAFTED'),
      'paper.rewrite': this.#writing('REWRITTEN'),
      'review.evaluate': { run: async (input) => this.#evaluated(asText(input['paper_id'])) },
      'review.package': { run: async (input) => this.#package(asText(input['paper_id'])) },
      'corpus.import': { run: async (input) => this.#import(asText(input['paper_id'])) },
    };
  }

  #tools(written: PaperTools): PaperTools {
    return {
      ...written,
      // Which evidence is there is known for papers that are written; of the others it is said to be.
      checkEvidence: async () => null,
      reportCorpusIndex: () =>
        Promise.resolve(
          this.#indexed === null
            ? { known: false, reason: 'not_built' }
            : {
                known: true,
                papers: this.#indexed,
                lint_passes: this.#indexed,
                strict_passes: this.#indexed,
                built_at: '2026-01-01',
              },
        ),
      rebuildCorpusIndex: () => {
        this.#indexed = this.#corpus.size;
        return Promise.resolve();
      },
      previewPackage: async (input) =>
        this.written.has(input.paper_id)
          ? written.previewPackage(input)
          : { problems: this.#problems(input.paper_id), manifest: {} },
      previewImport: async (input) =>
        this.written.has(input.paper_id) ? written.previewImport(input) : [],
      lookAtImports: () => {
        const preview = written.lookAtImports();
        return async (input) => (this.written.has(input.paper_id) ? preview(input) : []);
      },
    };
  }

  #paper(paperId: string): Paper {
    const known = this.#papers.get(paperId);
    if (known !== undefined) return known;
    const paper: Paper = { writings: [], packaged: null };
    this.#papers.set(paperId, paper);
    return paper;
  }

  #passes(paperId: string, text: number): boolean {
    const seed = Number.parseInt(fingerprint([this.#seed, paperId, text]).slice(0, 8), 16);
    return createSeededEntropy(seed).random() < passingShare;
  }

  #problems(paperId: string): string[] {
    const text = this.#paper(paperId).writings.length;
    return this.#passes(paperId, text) ? [] : ['lint: a placeholder stands in the text'];
  }

  #writing(type: 'DRAFTED' | 'REWRITTEN'): EffectHandler {
    return {
      run: async (input, { effectId }) => {
        const id = asText(input['paper_id']);
        const { writings } = this.#paper(id);
        if (!writings.includes(effectId)) writings.push(effectId);
        return toEvent({
          type,
          artifacts: {
            title: `Paper ${id}`,
            draft_markdown_path: `${id}/paper.md`,
            draft_latex_path: `${id}/paper.tex`,
            evidence_bundle_path: `${id}/evidence_bundle.json`,
            claim_ledger_path: `${id}/claim_ledger.json`,
            manifest_path: `${id}/paper_manifest.json`,
            report: {},
          },
        });
      },
    };
  }

  #evaluated(paperId: string): ActorEvent {
    const passes = this.#problems(paperId).length === 0;
    return toEvent({
      type: 'EVALUATED',
      lint_passes: passes,
      lint_finding_count: passes ? 0 : 1,
      audit_verdict: passes ? 'strict_pass' : 'blocked_schema_or_evidence_gap',
      rank_score: passes ? 100 : 40,
      rank_reasons: [],
      checklist: [],
    });
  }

  #package(paperId: string): ActorEvent {
    const problems = this.#problems(paperId);
    if (problems.length > 0) return toEvent({ type: 'PACKAGE_REFUSED', problems });
    const paper = this.#paper(paperId);
    paper.packaged = paper.writings.length;
    const dir = `${paperId}/package`;
    return toEvent({
      type: 'PACKAGED',
      package_dir: dir,
      package_archive: `${dir}.tar.gz`,
      package_sha256: fingerprint([paperId, paper.packaged]),
      report: {},
    });
  }

  #import(paperId: string): ActorEvent {
    if (!this.packagePasses(paperId))
      return toEvent({
        type: 'IMPORT_FAILED',
        error: 'the package does not pass',
        problems: this.#problems(paperId),
      });
    return toEvent({
      type: 'IMPORTED',
      public_id: `sim-${paperId}`,
      title: `Paper ${paperId}`,
      source_record_fingerprint: paperId,
      manifest_sha256: '0'.repeat(64),
      lint: 'pass',
      audit: 'strict_pass',
      index: 'built',
    });
  }
}
