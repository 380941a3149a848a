/** Progress in the terminal: one line per finished stage, and one that moves while a stage lasts. */

/** What the stages of the demo tell; whether lines move is decided by where they are written. */
export interface Progress {
  /** A stage that is done. */
  done(text: string): void;
  /** What is happening now; replaces the line before where the terminal can. */
  now(text: string): void;
  /** A heading. */
  title(text: string): void;
}

const barCells = 20;

/** A bar of `barCells` for `part` of `whole`. */
export function drawBar(part: number, whole: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, whole === 0 ? 1 : part / whole)) * barCells);
  return `${'█'.repeat(filled)}${'░'.repeat(barCells - filled)}`;
}

interface Terminal {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Without a terminal, moving lines are written only when their stage changes. */
export function createProgress(terminal: Terminal): Progress {
  const moves = terminal.isTTY === true;
  let lastStage = '';
  const clear = moves ? '\r\u001b[2K' : '';
  return {
    title: (text) => void terminal.write(`${clear}\n${text}\n`),
    done: (text) => {
      lastStage = '';
      terminal.write(`${clear}  ✓ ${text}\n`);
    },
    now(text) {
      if (moves) {
        terminal.write(`${clear}  … ${text.slice(0, (terminal.columns ?? 80) - 5)}`);
        return;
      }
      const stage = text.replace(/[\d:.%█░/ ]+/g, ' ');
      if (stage === lastStage) return;
      lastStage = stage;
      terminal.write(`  … ${text}\n`);
    },
  };
}
