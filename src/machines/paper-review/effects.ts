/** Effects publication automation asks for. */

/** Lint, audit, checklist and rank. Back: `EVALUATED`. */
export interface EvaluateInput {
  readonly paper_id: string;
  readonly project_id: string;
  readonly run_id: string;
  readonly paper_status: string;
}
/** Back: `PACKAGED` or `PACKAGE_REFUSED`. */
export interface PackageInput {
  readonly paper_id: string;
  readonly project_id: string;
  readonly run_id: string;
  readonly target_label: string;
}
/** By effect name the input that its handler gets. */
export interface PaperReviewEffects {
  'review.evaluate': EvaluateInput;
  'review.package': PackageInput;
}
