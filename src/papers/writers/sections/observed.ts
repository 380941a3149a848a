/** What the worker saw of the run from outside, in sentences; what it did not record is said once. */
import { type Claim, claimValue } from '../../claims/schema.ts';
import type { Inline } from '../../document.ts';
import { cited, type DraftContext, labelText, line, listOf } from '../context.ts';

/** Percent of the machine from which on other work is told as a condition of the measurement. */
const disturbedMin = 10;

/** `The run took a wall time of 12.3 s [C40] and ended with exit status 0 [C41]. …`; empty where nothing was asked. */
export function observedSentences({ input }: DraftContext): Inline[] {
  const file = input.bundle.files.find(({ role }) => role === 'observed');
  if (file === undefined) return [];
  const claims = new Map(
    input.ledger.claims.flatMap((claim) => {
      const [ref] = claim.evidence_refs;
      return ref?.path === file.public_path ? [[ref.pointer, claim] as const] : [];
    }),
  );
  const missing: string[] = [];
  const say = (pointer: string, what: string, words: (claim: Claim) => Inline[]): Inline[][] => {
    const claim = claims.get(pointer);
    if (claim === undefined) missing.push(what);
    return claim === undefined ? [] : [words(claim)];
  };
  const ended = [
    ...say('/wall_seconds', 'wall time', (claim) => line('took a wall time of ', cited(claim))),
    ...say('/exit_status', 'exit status', (claim) =>
      line('ended with the exit status ', cited(claim)),
    ),
  ];
  const used = [
    ...say('/run_processes/cpu_percent', 'CPU load', (claim) =>
      line('used ', cited(claim), ' of the cpu of the machine'),
    ),
    ...say('/run_processes/memory_peak_mib', 'memory', (claim) =>
      line('had a memory peak of ', cited(claim)),
    ),
    ...say('/run_processes/processes_peak', 'number of processes', (claim) =>
      line('had a peak of ', cited(claim), ' at once'),
    ),
  ];
  const others = claims.get('/other_processes/cpu_percent');
  const sentences = [
    ended.length === 0 ? [] : line('By the worker, the run ', listOf(ended), '.'),
    used.length === 0 ? [] : line('The run processes ', listOf(used), '.'),
    others === undefined ? [] : othersSentence(others),
    ...gpuSentences(claims, missing),
  ].filter((sentence) => sentence.length > 0);
  const named = listOf(missing.map((what) => line(what)));
  if (missing.length > 0) sentences.push(line('The worker has no record of ', named, '.'));
  return sentences.flatMap((sentence, at) => line(at === 0 ? '' : ' ', sentence));
}

function othersSentence(claim: Claim): Inline[] {
  return line(
    (claimValue(claim) ?? 0) >= disturbedMin
      ? 'It was measured while other processes used '
      : 'Meanwhile other processes used ',
    cited(claim),
    ' of the cpu.',
  );
}

/** Of each GPU its load, power and energy. */
function gpuSentences(claims: ReadonlyMap<string, Claim>, missing: string[]): Inline[][] {
  const readings = [
    ['utilization_percent', 'utilization of '],
    ['power_watts', 'mean power of '],
    ['energy_joules', 'energy of '],
  ] as const;
  const gpus = new Map<string, Inline[][]>();
  for (const [pointer, claim] of claims) {
    const [, gpu, reading] = /^\/gpus\/([^/]+)\/([^/]+)$/.exec(pointer) ?? [];
    const words = readings.find(([name]) => name === reading)?.[1];
    if (gpu === undefined || words === undefined) continue;
    gpus.set(gpu, [...(gpus.get(gpu) ?? []), line(words, cited(claim))]);
  }
  if (gpus.size === 0) missing.push('GPU load', 'energy');
  return [...gpus].map(([gpu, said]) =>
    line('On ', labelText(gpu), ', there was ', listOf(said), '.'),
  );
}
