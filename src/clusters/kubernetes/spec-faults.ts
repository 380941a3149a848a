/** What a cluster would not take of a run's job, said before anything is made. Pure. */
import { Secret } from '../../config/secret.ts';
import type { JobSpec } from '../port.ts';

/** Key of a Secret, and a file's name that is no way out of its folder. */
const fileName = /^(?!\.\.)[-._A-Za-z0-9]{1,253}$/;
/** A Secret may hold 1 MiB (core/v1, MaxSecretSize). */
const filesBytesMax = 1024 * 1024;

/** Null: nothing. */
export function checkSpec({ files }: JobSpec): string | null {
  const wrong = files.find(({ name }) => !fileName.test(name) || name === '.');
  if (wrong !== undefined)
    return `the file ${JSON.stringify(wrong.name)} cannot be given to a job: names have letters, digits, ".", "_" and "-"`;
  const bytes = files.reduce((sum, { content }) => {
    const text = content instanceof Secret ? content.reveal() : content;
    return sum + Buffer.byteLength(text);
  }, 0);
  return bytes > filesBytesMax
    ? `the files of the job have ${bytes} bytes; a Secret holds ${filesBytesMax}`
    : null;
}
