/** Says how a soak goes: every few seconds to a person, and to a log once a minute and at each stage. */
import type { Progress } from '../../soak/soak.ts';

const stages: Readonly<Record<Progress['stage'], string>> = {
  load: 'load',
  rest: 'comes to rest',
  compare: 'compares',
};

/** What a soak's `onProgress` is given; `write` takes a line. */
export function createSoakProgress(
  write: (line: string) => void,
  { isTerminal }: { readonly isTerminal: boolean },
): (progress: Progress) => void {
  let last = '';
  return (progress) => {
    const now = `${progress.stage} ${Math.floor(progress.seconds / 60)}`;
    if (!isTerminal && now === last) return;
    last = now;
    write(toLine(progress));
  };
}

function toLine({ stage, seconds, counts, wrongs }: Progress): string {
  const count = (name: string): number => counts.get(name) ?? 0;
  const faults = [...counts]
    .filter(([name]) => name.startsWith('fault: '))
    .reduce((sum, [, times]) => sum + times, 0);
  return `soak ${seconds} s, ${stages[stage]}: ${count('answers')} answers, ${count('lost answers')} lost, ${faults} faults, ${count('imports')} papers, ${count('frames')} frames, ${count('repeated')} repeats, ${wrongs} wrong`;
}
