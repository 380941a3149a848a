/** What one check of readiness comes to, before it has a name. */

/** What is wrong, and the smallest act that would make it ok; `unknown` is not ok. */
export type Verdict =
  | { readonly status: 'ok'; readonly detail: string; readonly evidence?: object }
  | {
      readonly status: 'failing' | 'unknown';
      readonly detail: string;
      readonly action: string;
      readonly evidence?: object;
      readonly since?: string | null;
      /** Who has looked, where this control plane does not. */
      readonly judgedBy?: string;
    };

/** A check that is well, with what that rests on. */
export const ok = (detail: string, evidence: object = {}): Verdict => ({
  status: 'ok',
  detail,
  evidence,
});
