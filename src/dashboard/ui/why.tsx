/** Why something does not go on, since when, and what would change that, as the service explains it. */
import type { Explanation } from '../service/wire.ts';
import { endSentence, isForPeople } from '../words/words.ts';
import { Age } from './parts.tsx';

/** Above what can be done about it. */
export function Why({ why: { reason, since, blocked, unblock } }: { readonly why: Explanation }) {
  const remedy = unblock?.action;
  return (
    <>
      {reason && (
        <p class={blocked ? 'why blocked' : 'why'}>
          <b>Why: </b>
          <bdi>{endSentence(reason)}</bdi>
          {since != null && (
            <>
              {' For '}
              <Age of={since} as="span" />.
            </>
          )}
        </p>
      )}
      {remedy && isForPeople(remedy) && (
        <p class="remedy">
          <b>What would change it: </b>
          {endSentence(remedy)}
        </p>
      )}
    </>
  );
}
