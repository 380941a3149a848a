/** What the parts of a soak do again and again until it is over. */
import type { Stage } from './stage.ts';
import { pause } from './time.ts';
import type { Scene } from './world.ts';

/** Does `step` again and again, `pauseMs` apart, until the stage stops. */
export async function loop(
  stage: Stage<Scene>,
  pauseMs: () => number,
  step: () => Promise<void>,
): Promise<void> {
  while (stage.running) {
    await step();
    await pause(pauseMs());
  }
}

/** The same for what is load: its pauses are longer at a slower pace. */
export const loadLoop = (
  stage: Stage<Scene>,
  pauseMs: () => number,
  step: () => Promise<void>,
): Promise<void> => loop(stage, () => (pauseMs() * 100) / stage.pace, step);
