/** What the worker's telemetry saw of the run from outside, as far as it was recorded. */
import type { Inline } from '../../document.ts';
import type { DraftContext } from '../context.ts';

/** Sentences for the method; empty where nothing was recorded. */
export function observedSentences(_context: DraftContext): Inline[] {
  return [];
}
