/** What a run is told. An agent without a session knows nothing of what went before, so it is told all. */
import { criterionText } from '../domain/entities/evaluation.ts';
import { projectMetaDir } from '../domain/product.ts';
import type { StartRunInput } from '../machines/queue-item/effects.ts';
import { runFiles } from '../worker-wire/run-paths.ts';

type Wish = Pick<StartRunInput, 'mode' | 'session_id' | 'prompt' | 'evaluation'>;

const goOn = 'Go on from where you stopped.';

/** True when the text cannot be made without the project's own prompt. */
export function needsProjectPrompt({ mode, session_id: sessionId, prompt }: Wish): boolean {
  return mode === 'resume' ? sessionId === null : prompt === null;
}

/**
 * The prompt of a dispatch, with the criterion that was registered for it; `projectPrompt` is only
 * looked at where it is needed.
 */
export function promptOfRun(wish: Wish, projectPrompt: string): string {
  const { evaluation } = wish;
  const told = toldOfRun(wish, projectPrompt);
  return evaluation === undefined
    ? told
    : [
        told,
        '---',
        `Registered before this run: ${criterionText(evaluation)}. Whether that is met is computed from the result files, so record the measured value in one of them, under that name and with its unit. The decision record is held against it: a word that the numbers contradict keeps the paper from being written.`,
      ].join('\n\n');
}

function toldOfRun(wish: Wish, projectPrompt: string): string {
  const { mode, session_id: sessionId, prompt } = wish;
  if (mode === 'exec') return prompt ?? projectPrompt;
  if (sessionId !== null) return prompt ?? goOn;
  return [
    projectPrompt,
    '---',
    `An earlier run has worked on this in the same folder. Its session cannot be resumed, so this is a new one. Before you go on, read what is there: notes, results, and below ${projectMetaDir}/runs what was asked and decided (${runFiles.question}, ${runFiles.previousDecision}).`,
    'What to do now:',
    prompt ?? goOn,
  ].join('\n\n');
}
