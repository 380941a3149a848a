/**
 * Compiles `paper.tex` with `pdflatex`, and reads the text of a PDF back with `pdftotext`, where these
 * are installed. A failure is a reason, not an error.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { lowerProcessPriority } from '../lib/low-priority.ts';

interface PdfOptions {
  readonly clock: Clock;
  /** Program to run. */
  readonly command?: string;
  readonly timeoutMs?: number;
  /** Seconds since the epoch written into the PDF, so that equal text gives equal bytes. */
  readonly epochSec: number;
}

/** The PDF or why there is none, in words; a package is made without it then. */
export type PdfResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** Two passes, so that table widths settle. */
const passes = 2;
const outputCharsMax = 64 * 1024;

/** Compiles in a folder of its own; shell escape is off and files outside it cannot be written. */
export async function compilePdf(texPath: string, options: PdfOptions): Promise<PdfResult> {
  const folder = mkdtempSync(join(tmpdir(), 'paper-pdf-'));
  try {
    copyFileSync(texPath, join(folder, 'paper.tex'));
    for (let pass = 0; pass < passes; pass += 1) {
      const failure = await runTex(folder, options);
      if (failure !== undefined) return { ok: false, reason: failure };
    }
    return { ok: true, bytes: readFileSync(join(folder, 'paper.pdf')) };
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Undefined when the pass succeeded, else why not. */
function runTex(folder: string, options: PdfOptions): Promise<string | undefined> {
  const command = options.command ?? 'pdflatex';
  const timeoutMs = options.timeoutMs ?? 60_000;
  return new Promise((resolve) => {
    // Without descriptors left it has no output, whatever the types say.
    const child: ChildProcess = spawn(
      command,
      ['-no-shell-escape', '-interaction=nonstopmode', '-halt-on-error', 'paper.tex'],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: {
          // allowed: the compiler finds its own programs by the search path
          PATH: process.env.PATH ?? '',
          HOME: folder,
          TEXMFVAR: join(folder, '.texmf'),
          openin_any: 'p',
          openout_any: 'p',
          SOURCE_DATE_EPOCH: String(options.epochSec),
          FORCE_SOURCE_DATE: '1',
        },
      },
    );
    lowerProcessPriority(child.pid);
    let output = '';
    let timedOut = false;
    const timer = options.clock.setTimer(timeoutMs, () => {
      timedOut = true;
      child.kill('SIGKILL');
    });
    child.stdout?.setEncoding('latin1').on('data', (chunk: string) => {
      output = (output + chunk).slice(-outputCharsMax);
    });
    child.on('error', (error) => {
      timer.cancel();
      const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
      resolve(absent ? `${command} is not installed` : error.message);
    });
    child.on('close', (code) => {
      timer.cancel();
      if (timedOut) resolve(`${command} took longer than ${timeoutMs} ms`);
      else if (code === 0) resolve(undefined);
      else
        resolve(`${command} failed: ${/^!.*(?:\n.*){0,2}/m.exec(output)?.[0] ?? `exit ${code}`}`);
    });
  });
}

/** How long the text layer of a PDF may take to be read, and how much text it may hold. */
const layerMs = 20_000;
const layerBytesMax = 16 * 1024 * 1024;

/** The text of a PDF in the order in which it was set, or why it was not read. */
type TextLayer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** Reads the text layer of the PDF at `path`; waits for the program, so only threads of their own call it. */
export function readTextLayer(path: string, command = 'pdftotext'): TextLayer {
  const { error, status, stdout } = spawnSync(
    command,
    ['-raw', '-nopgbrk', '-enc', 'UTF-8', path, '-'],
    {
      encoding: 'utf8',
      timeout: layerMs,
      maxBuffer: layerBytesMax,
      stdio: ['ignore', 'pipe', 'ignore'],
      // allowed: the program is found by the search path
      env: { PATH: process.env.PATH ?? '' },
    },
  );
  if (error !== undefined && 'code' in error && error.code === 'ENOENT')
    return { ok: false, reason: `${command} is not installed` };
  if (error !== undefined) return { ok: false, reason: `${command}: ${error.message}` };
  return status === 0
    ? { ok: true, text: stdout }
    : { ok: false, reason: `${command} ended with ${status}` };
}
