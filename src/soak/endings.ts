/** How a part of a soak may end when it is asked to. */
import type { Child, ChildEnd } from './child.ts';
import type { Stage } from './stage.ts';
import type { Scene } from './world.ts';

/** As it is counted. */
export const gaveRequestsUp = 'ended: gave requests up';
/** The last two lines of a service that gave requests up to end in time. */
const lastLines =
  /requests were under way for longer than a stop waits[^\n]*\n[^\n]*"stopped"[^\n]*\s*$/;

/** Whether it ended because requests took longer than a stop waits, which is all that it said was wrong. */
export const hasGivenRequestsUp = ({ tail }: Pick<Child, 'tail'>, { code }: ChildEnd): boolean =>
  code === 1 && lastLines.test(tail);

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
  if (!stage.judgesTimes && hasGivenRequestsUp(child, end)) stage.count(gaveRequestsUp);
  else stage.wrong(`${child.name} ended with ${end.code ?? end.signal} after SIGTERM`);
}
