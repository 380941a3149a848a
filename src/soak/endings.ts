/** How a part of a soak may end when it is asked to. */
import type { Child, ChildEnd } from './child.ts';
import type { Stage } from './stage.ts';
import type { Scene } from './world.ts';

/** What a service says last when it gave requests up to end in time. */
export const gaveRequestsUp = /requests were under way for longer than a stop waits/;
const lastWordsChars = 2_000;

/**
 * Says so when a part that was asked to end did not do it in good order. To give requests up after so many seconds
 * is good order where times are not judged: whoever asked was told to ask again, and what comes of it is compared.
 */
export function judgePoliteEnd<In extends Scene>(
  stage: Stage<In>,
  child: Pick<Child, 'name' | 'tail'>,
  end: ChildEnd | null,
): void {
  if (end === null || end.code === 0) return;
  if (!stage.judgesTimes && gaveRequestsUp.test(child.tail.slice(-lastWordsChars)))
    stage.count('ended: gave requests up');
  else stage.wrong(`${child.name} ended with ${end.code ?? end.signal} after SIGTERM`);
}
