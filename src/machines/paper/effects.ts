/** Effects a paper asks for. */
import type { ProjectDecision } from '../../domain/records.ts';

/** Back: `DRAFTED`/`REWRITTEN` or `GENERATION_FAILED`. Artefacts appear by one rename. */
export interface GenerateInput {
  readonly paper_id: string;
  readonly project_id: string;
  readonly project_name: string;
  readonly project_dir: string;
  readonly run_id: string;
  readonly decision: ProjectDecision;
}
/** What the draft was written from, to be written from once more. */
export interface RewriteInput extends GenerateInput {
  /** Also where the paper is finalized; its review is put back then. */
  readonly force: boolean;
}
/** By effect name the input that its handler gets. */
export interface PaperEffects {
  'paper.draft': GenerateInput;
  'paper.rewrite': RewriteInput;
}
