/** Compiles a LaTeX draft as a journal would, to see that it can be. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patienceMs } from './patience.ts';

/** Whether the program is here. */
export const hasTex = (engine: 'pdflatex' | 'lualatex'): boolean =>
  spawnSync(engine, ['--version']).status === 0;

/** The PDF, or what the compiler said. */
export function compileTex(
  path: string,
  engine: 'pdflatex' | 'lualatex' = 'pdflatex',
): { readonly bytes: Buffer | null; readonly said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tex-'));
  try {
    copyFileSync(path, join(folder, 'paper.tex'));
    const { status, stdout } = spawnSync(
      engine,
      ['-no-shell-escape', '-interaction=nonstopmode', '-halt-on-error', 'paper.tex'],
      {
        cwd: folder,
        encoding: 'latin1',
        timeout: patienceMs / 2,
        maxBuffer: 16 * 1024 * 1024,
        // Fonts by the names of their files, so that no list of all fonts has to be made first.
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: folder,
          TEXMFVAR: join(folder, '.texmf'),
          OSFONTDIR: '/usr/share/fonts//',
          SOURCE_DATE_EPOCH: '0',
        },
      },
    );
    const said = /^!.*(?:\n.*){0,2}/m.exec(stdout)?.[0] ?? `exit ${status}`;
    if (status !== 0) return { bytes: null, said };
    return { bytes: readFileSync(join(folder, 'paper.pdf')), said: '' };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
