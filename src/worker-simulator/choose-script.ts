/** Which run of a scenario a dispatch gets. Pure. */
import type { SpawnInput } from '../machines/gate-run/effects.ts';
import type { RunScript, Scenario } from './scenario.ts';

type Asked = Pick<SpawnInput, 'project_id' | 'workload_class' | 'mode'>;

/** Undefined when none fits, or those that fit were played as often as they may be. */
export function chooseScript(
  scenario: Pick<Scenario, 'runs' | 'choose'>,
  played: Readonly<Record<string, number>>,
  asked: Asked,
): RunScript | undefined {
  const count = (script: RunScript): number => played[script.name] ?? 0;
  const fitting = scenario.runs.filter(
    (script) => isFitting(script, asked) && count(script) < (script.times ?? Infinity),
  );
  if (scenario.choose === 'first') return fitting[0];
  return fitting.reduce<RunScript | undefined>(
    (least, script) => (least === undefined || count(script) < count(least) ? script : least),
    undefined,
  );
}

function isFitting({ match }: RunScript, asked: Asked): boolean {
  if (match.mode !== undefined && match.mode !== asked.mode) return false;
  if (match.workload_class !== undefined && match.workload_class !== asked.workload_class)
    return false;
  return match.project === undefined || isLike(match.project, asked.project_id);
}

/** `*` stands for any characters; the pieces between are looked for from left to right. */
function isLike(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces[0]!;
  const last = pieces.at(-1)!;
  if (pieces.length === 1) return pattern === text;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let position = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, position);
    if (found < 0) return false;
    position = found + piece.length;
  }
  return position <= text.length - last.length;
}
