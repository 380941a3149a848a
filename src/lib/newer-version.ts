/** Versions of a package, as semver orders them. */

/**
 * True where `one` comes after `other`: numbers are compared as numbers, and what is before a release (`1.2.0-rc.1`) comes
 * before it.
 */
export function isNewerVersion(one: string, other: string): boolean {
  return compare(one, other) > 0;
}

/**
 * That what is called `store` was written by a later version of this program than `own`, in the beginning of a sentence;
 * null where it was not. `last` is the version that wrote to it last, as far as that is known.
 */
export const sayWrittenLater = (
  store: string,
  last: string | null | undefined,
  own: string,
): string | null =>
  last == null || !isNewerVersion(last, own)
    ? null
    : `${store} was last written by version ${last} of this program, and this is ${own}: it may hold states that this one does not know`;

const collator = new Intl.Collator('en', { numeric: true });

function compare(one: string, other: string): number {
  const [release, before] = splitAtFirst(one);
  const [otherRelease, otherBefore] = splitAtFirst(other);
  const difference = collator.compare(release, otherRelease);
  if (difference !== 0 || before === otherBefore) return difference;
  if (before === undefined) return 1;
  return otherBefore === undefined ? -1 : collator.compare(before, otherBefore);
}

/** What stands before the first `-`, and what behind it; build marks (`+…`) say nothing of the order. */
function splitAtFirst(version: string): readonly [release: string, before?: string] {
  const [text = ''] = version.split('+');
  const at = text.indexOf('-');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
