/** A state as people say it, also where it was not told. Pure. */
import { stateWord as wordOf } from '../../domain/state-words.ts';

/** Null or undefined: the service did not say. */
export const stateWord = (state: string | null | undefined): string =>
  state == null ? 'unknown' : wordOf(state);
