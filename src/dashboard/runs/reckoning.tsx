/** When a run that is over would have ended by another idle profile or quiet time: a reckoning, and a mark on the chart. */
import { useEffect, useState } from 'preact/hooks';
import { workloadClasses } from '../../domain/statuses.ts';
import { ask } from '../service/api.ts';
import { Button, Trouble } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { endSentence, plainWord } from '../words/words.ts';
import {
  quietSecs,
  quietWords,
  reckonedMs,
  reckonedWords,
  stepOfQuiet,
} from './reckoning-words.ts';

interface ReckoningProps {
  readonly id: string;
  /** What it was judged by: class and quiet time, seconds. */
  readonly profile: string;
  readonly sustainSec: number;
  readonly nowMs: number;
  /** When it would have ended, on the worker's clock; null: nothing is reckoned, or it would not have. */
  readonly onReckoned: (atMs: number | null) => void;
}

/** A slider that is moved asks once it rests. */
const restMs = 300;

/** Nothing is asked before somebody moves or chooses something. */
export function Reckoning({ id, profile, sustainSec, nowMs, onReckoned }: ReckoningProps) {
  const [wanted, setWanted] = useState<{ profile: string; step: number } | null>(null);
  const [resting, setResting] = useState(wanted);
  const shown = wanted ?? { profile, step: stepOfQuiet(sustainSec) };
  useEffect(() => {
    const timer = setTimeout(() => setResting(wanted), restMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const sec = quietSecs[resting?.step ?? 0];
  const key = resting === null ? null : `reckoning ${id} ${resting.profile} ${resting.step}`;
  const { told, problem } = useTold(key, (api, signal) => {
    const chosen = workloadClasses.find((name) => name === resting?.profile);
    const query = {
      ...(chosen === undefined ? {} : { profile: chosen }),
      ...(sec === undefined ? {} : { sustain_sec: sec }),
    };
    const params = { path: { run_id: id }, query };
    return ask(api.get('/control/api/v1/runs/{run_id}/idle-reckoning', { params, signal }));
  });
  const atMs = told === null ? null : reckonedMs(told);
  useEffect(() => onReckoned(atMs), [atMs]);
  useEffect(() => () => onReckoned(null), []);
  const words = told === null ? null : reckonedWords(told, nowMs);
  return (
    <section class="reckoning" aria-label="By another profile">
      <h3>By another profile</h3>
      <div class="choice">
        <label class="inline-field">
          <span>Profile</span>{' '}
          <select
            value={shown.profile}
            onChange={(event) => setWanted({ ...shown, profile: event.currentTarget.value })}
          >
            {workloadClasses.map((name) => (
              <option key={name} value={name}>
                {plainWord(name)}
              </option>
            ))}
          </select>
        </label>
        <label class="inline-field">
          <span>Quiet for</span>{' '}
          <input
            type="range"
            min={0}
            max={quietSecs.length - 1}
            value={shown.step}
            aria-valuetext={quietWords(quietSecs[shown.step] ?? null)}
            onInput={(event) => setWanted({ ...shown, step: Number(event.currentTarget.value) })}
          />{' '}
          <span class="figure">{quietWords(quietSecs[shown.step] ?? null)}</span>
        </label>
        {wanted !== null && <Button onPress={() => setWanted(null)}>As it was judged</Button>}
      </div>
      <div role="status">
        {words !== null && wanted !== null && (
          <>
            <p>{words.said}</p>
            <p class="aside">{words.basis}</p>
          </>
        )}
        {key !== null && told === null && problem === null && <p class="aside">Reckoning…</p>}
      </div>
      {wanted === null && (
        <p class="aside">
          Choose a profile or move the quiet time to see when it would have ended: a reckoning from
          what its worker kept, marked on the chart.
        </p>
      )}
      {problem !== null && wanted !== null && (
        <Trouble>It cannot be reckoned: {endSentence(problem)}</Trouble>
      )}
    </section>
  );
}
