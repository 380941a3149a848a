/** Why a file cannot be used, where the program that tried says only that it cannot. */
import { accessSync, constants, statSync } from 'node:fs';

/** As the end of a sentence about the file; null where nothing of it speaks against it. */
export function whyNotOpened(path: string, isWritten: boolean): string | null {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    return 'a folder stands at its place';
  const isDenied = (mode: number): boolean => {
    try {
      accessSync(path, mode);
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EACCES';
    }
  };
  if (isDenied(constants.R_OK)) return 'this account may not read it';
  return isWritten && isDenied(constants.W_OK) ? 'this account may not write to it' : null;
}
