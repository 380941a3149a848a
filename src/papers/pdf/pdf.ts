/**
 * Reads the text of a PDF back: one as Typst writes them in this process, any other with `pdftotext`, where that is
 * installed. A failure is a reason, not an error.
 */
import { spawnSync } from 'node:child_process';
import { readFileBytes } from '../read.ts';
import { readPlainPdf } from './pdf-text.ts';

/** How long the text layer of a PDF may take to be read, and how much text it may hold. */
const layerMs = 20_000;
const layerBytesMax = 16 * 1024 * 1024;

/** The text of a PDF in the order in which it was set, a form feed behind each page, or why it was not read. */
type TextLayer =
  | {
      readonly ok: true;
      readonly text: string;
      /** Read in this process, so that each character is the one that is shown. */
      readonly isExact: boolean;
    }
  | { readonly ok: false; readonly reason: string };

/** Reads the text layer of the PDF at `path`; waits for the program, so only the processes of paper work call it. */
export function readTextLayer(path: string, command = 'pdftotext'): TextLayer {
  const bytes = readFileBytes(path);
  const plain = bytes === undefined ? undefined : readPlainPdf(bytes);
  if (plain !== undefined) return { ok: true, text: plain, isExact: true };
  const { error, status, stdout } = spawnSync(command, ['-raw', '-enc', 'UTF-8', path, '-'], {
    encoding: 'utf8',
    timeout: layerMs,
    maxBuffer: layerBytesMax,
    stdio: ['ignore', 'pipe', 'ignore'],
    // allowed: the program is found by the search path
    env: { PATH: process.env.PATH ?? '' },
  });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT')
    return { ok: false, reason: `${command} is not installed` };
  if (error !== undefined) return { ok: false, reason: `${command}: ${error.message}` };
  return status === 0
    ? { ok: true, text: stdout, isExact: false }
    : { ok: false, reason: `${command} ended with ${status}` };
}
