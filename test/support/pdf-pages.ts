/** The pages of a PDF as text, and how many of them a paper takes before its appendix. */
import { spawnSync } from 'node:child_process';

/** Why pages cannot be read here; empty where they can. */
export const whyNoPages =
  spawnSync('pdftotext', ['-v']).error === undefined ? '' : 'pdftotext is not installed';

/** The text of each page, in the order in which it was set. */
export function pagesOf(path: string): string[] {
  const { stdout } = spawnSync('pdftotext', ['-raw', '-enc', 'UTF-8', path, '-'], {
    encoding: 'utf8',
  });
  return stdout.split('\f').slice(0, -1);
}

const appendix = /^Appendix of (?:Data|Claims)$/m;

/** Pages before the appendix; the one on which it begins counts where something else stands above it. */
export function bodyPagesOf(pages: readonly string[]): number {
  const at = pages.findIndex((text) => appendix.test(text));
  // Its number stands on a page as well.
  const above = (pages[at] ?? '').split(appendix)[0]?.replace(/^\d+$/gm, '') ?? '';
  return at < 0 ? pages.length : above.trim() === '' ? at : at + 1;
}
