/** What a simulated worker does, as lines for people. */
import type { TimedFact } from '../../app/gate/simulated-worker.ts';
import { toPlainLine } from '../output/plain-text.ts';
import type { Style, Tone } from '../output/style.ts';

interface Line {
  readonly text: string;
  readonly tone?: Tone;
}

/** The lines of one fact; the first begins with the simulated time of day, the others are indented. */
export function renderFact(fact: TimedFact, style: Style): readonly string[] {
  const [first, ...rest] = wordsOf(fact);
  const about = 'run_id' in fact ? `${fact.run_id}  ` : '';
  const paint = ({ text, tone }: Line): string => style.paint(toPlainLine(text), tone);
  const head = toPlainLine(`${fact.at.slice(11, 19)}  ${about}`.trimEnd());
  return [`${head}  ${paint(first!)}`, ...rest.map((line) => `          ${paint(line)}`)];
}

function wordsOf(fact: TimedFact): readonly Line[] {
  switch (fact.type) {
    case 'run_started':
      return [{ text: `started, plays "${fact.run}" as process ${fact.pid}`, tone: 'strong' }];
    case 'start_refused':
      return [{ text: `not started: ${fact.error}`, tone: 'bad' }];
    case 'phase':
      return [
        {
          text: `phase "${fact.phase}" for ${fact.seconds} s (${alive[fact.alive] ?? fact.alive})`,
        },
      ];
    case 'agent_exited':
      return [{ text: `the agent ended with ${fact.exit_code ?? 'no exit code'}` }];
    case 'run_stopped':
      return [{ text: fact.killed ? 'killed' : 'ended when told to', tone: 'warn' }];
    case 'script_over':
      return [{ text: 'nothing of it lives or works any more', tone: 'dim' }];
    case 'callback':
      return [{ text: callbackWords(fact), tone: callbackTones[fact.outcome] }];
    case 'verdict':
      return verdictLines(fact);
    case 'fault':
      return [{ text: `fault (${fact.where}): ${fact.what}`, tone: 'warn' }];
  }
}

const alive: Readonly<Record<string, string>> = {
  root: 'the agent lives',
  child: 'a left-over process lives',
  none: 'no process lives',
};

const callbackTones = {
  delivered: 'good',
  rejected: 'bad',
  not_delivered: 'warn',
} as const satisfies Record<string, Tone>;

function callbackWords(fact: Extract<TimedFact, { type: 'callback' }>): string {
  const times = fact.copies > 1 ? `, ${fact.copies} times` : '';
  const attempt = fact.attempt > 1 ? `, attempt ${fact.attempt}` : '';
  const outcome = fact.outcome.replace('_', ' ');
  return `callback ${fact.sequence} ${fact.event_type}: ${outcome} (${fact.detail}${times}${attempt})`;
}

function verdictLines(fact: Extract<TimedFact, { type: 'verdict' }>): readonly Line[] {
  const text =
    fact.verdict === 'idle'
      ? `verdict: idle, quiet for ${fact.window_sec} s`
      : 'verdict: timed out, it never became quiet';
  return [
    { text, tone: fact.verdict === 'idle' ? 'good' : 'bad' },
    ...fact.signals.map(({ name, value, margin, holds }) => ({
      text: `${holds ? 'held' : 'did not hold'}  ${name} ${shown(value)}, margin ${shown(margin)}`,
    })),
    ...fact.suspicions.map((suspicion) => ({
      text: `suspected: ${suspicion}`,
      tone: 'warn' as const,
    })),
  ];
}

function shown(value: number | null): string {
  return value === null ? 'unknown' : String(Math.round(value * 100) / 100);
}
