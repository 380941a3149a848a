/** Where the archive of a store lies. */
import { dirname, join } from 'node:path';

/** Name of the folder, in that of the store's file. */
export const archiveName = 'event-archive';
/** The folder for the store at this path. Pure. */
export const archiveFolderOf = (storePath: string): string => join(dirname(storePath), archiveName);
