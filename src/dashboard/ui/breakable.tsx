/** Names that are one word to a browser: a line may end behind each part of them, and not within one. */
import { Fragment } from 'preact';
import { localTimes } from '../words/words.ts';

/**
 * The text itself, with places where a line may end behind `_`, `.`, `/`, `:` and `#`, and behind a hyphen before
 * digits, where not every browser has one; a number stays whole.
 */
export function Breakable({ text }: { readonly text: string }) {
  return (
    <>
      {localTimes(text)
        .split(/(?<=[_./:#])(?=[^\s\d])|(?<=\w-)(?=\d)/)
        .map((part, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
    </>
  );
}
