/** The switch of the pump, as the operator uses it. */
import { postJson } from './api.ts';
import type { PumpAct } from './pump-words.ts';
import { endSentence } from './words.ts';

/** While one switching is under way a further one does nothing. */
export interface PumpCalls {
  turn(on: boolean): void;
}

interface PumpCallsOptions {
  readonly token: string;
  readonly signal: AbortSignal;
  onAct(act: PumpAct): void;
  onUnauthorized(): void;
  /** It is switched: what is shown of it has changed. */
  onDone(): void;
}

/** Tells of each step by `onAct`; answers that come after the signal are dropped. */
export function createPumpCalls(options: PumpCallsOptions): PumpCalls {
  let isUnderWay = false;
  const turn = async (on: boolean): Promise<void> => {
    if (isUnderWay) return;
    isUnderWay = true;
    const word = on ? 'on' : 'off';
    options.onAct({ phase: 'sending', words: `Switching it ${word}…` });
    const path = `/control/api/v1/pump/${word}`;
    const answer = await postJson(path, options.token, { requested_by: 'dashboard' });
    isUnderWay = false;
    if (options.signal.aborted) return;
    if (answer.kind === 'unauthorized') {
      options.onUnauthorized();
      return;
    }
    if (answer.kind === 'failed') {
      const { status, words, why } = answer;
      // No answer is not a refusal: it may have been done, and doing it again does no more.
      const said =
        status === null
          ? `Whether it is ${word} is not known: ${endSentence(why)} It can be asked for again.`
          : `It was not switched: ${endSentence(words ?? why)}`;
      options.onAct({ phase: 'failed', words: said });
      return;
    }
    options.onAct({ phase: 'done', words: `It is switched ${word}.` });
    options.onDone();
  };
  return { turn: (on) => void turn(on) };
}
