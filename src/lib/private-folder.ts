/**
 * A folder that only its owner reads. What was made wider, by an earlier version or by hand, is
 * narrowed; where that is not ours to do it is said. Systems without such modes are left alone.
 */
import { chmodSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';

const ofOthers = 0o077;
/** Set on folders that many share, such as the one for temporary files. */
const sticky = 0o1000;

/** Of the process: whatever it makes from now on is for its account alone, or its group's as well. */
export function setPrivateUmask(sharedWithGroup = false): void {
  process.umask(sharedWithGroup ? 0o007 : ofOthers);
}

/**
 * Makes the folder (0700) or narrows it and the files directly in it. Returns what was done or could
 * not be, in sentences; empty when nothing had to be. Throws when the folder cannot be made.
 */
export function keepFolderPrivate(path: string): string[] {
  if (makeFolder(path, 0o700) !== undefined) {
    chmodSync(path, 0o700);
    return [];
  }
  const folder = statSync(path);
  const isWide = (folder.mode & ofOthers) !== 0;
  if (isWide && !mayNarrow(folder)) {
    return [
      `${path} (${octal(folder)}) can be read by other accounts and is not this account's alone; choose a folder of its own, or run: chmod 700 ${path}`,
    ];
  }
  const said = isWide
    ? [`${path} could be read by other accounts (${octal(folder)}); it is now 0700`]
    : [];
  if (isWide) chmodSync(path, 0o700);
  const files = wideFilesIn(path);
  for (const file of files) chmodSync(file, 0o600);
  if (files.length > 0) said.push(`files in ${path} that were wider are now 0600: ${files.length}`);
  return said;
}

function mayNarrow({ mode, uid }: Stats): boolean {
  return (mode & sticky) === 0 && uid === process.getuid?.();
}

function wideFilesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const path = join(folder, entry.name);
    const file = statSync(path, { throwIfNoEntry: false });
    return file !== undefined && (file.mode & ofOthers) !== 0 && mayNarrow(file) ? [path] : [];
  });
}

const octal = ({ mode }: Stats): string => `0${(mode & 0o777).toString(8)}`;
