/** What is said of another profile: a reckoning with what it rests on, never a verdict. */
import { expect, it } from 'vitest';
import {
  quietSecs,
  reckonedWords,
  stepOfQuiet,
} from '../../../src/dashboard/runs/reckoning-words.ts';

const endMs = Date.UTC(2026, 10, 21, 12);
const iso = (sec: number): string => new Date(endMs + sec * 1000).toISOString();
const told = {
  profile: 'training',
  sustain_sec: 60,
  state: 'idle',
  at: iso(-240),
  readings: 60,
  bucket_sec: 10,
  is_coarse: false,
  quiet_sec: 60,
  required_sec: 60,
  actual: { verdict: 'idle', at: iso(0), sustain_sec: 300 },
} as const;

it('says how much earlier it would have ended, and from how many readings that is reckoned', () => {
  const { said, basis } = reckonedWords(told, endMs);
  expect(said).toMatch(
    /^By the profile for training with 1:00 of quiet it would have ended at .*, 4 min earlier than it did\.$/,
  );
  expect(basis).toContain('Reckoned from 60 readings');
  expect(basis).toContain('nothing is decided');
});

it('says that it would not have ended, and what is not known after the end', () => {
  const open = {
    ...told,
    at: null,
    state: 'quiet_candidate',
    quiet_sec: 300,
    required_sec: 1800,
  } as const;
  const { said } = reckonedWords(open, endMs);
  expect(said).toContain('it would not have ended by');
  expect(said).toContain('quiet for 5:00 of 30:00');
  expect(said).toContain('What came after is not known.');
});

it('does not say of what was decided that it would not have been, where its steps are too long to tell', () => {
  const own = {
    ...told,
    at: null,
    state: 'quiet_candidate',
    sustain_sec: 300,
    is_coarse: true,
  } as const;
  const near = reckonedWords({ ...own, quiet_sec: 290, required_sec: 300 }, endMs).said;
  expect(near).toContain('it cannot be told whether it would have ended by');
  const far = reckonedWords({ ...own, quiet_sec: 279, required_sec: 300 }, endMs).said;
  expect(far).toContain('it would not have ended by');
});

it('says that coarse readings make it late, and a time-out what it is', () => {
  const late = { ...told, is_coarse: true, state: 'timed_out' } as const;
  const { said, basis } = reckonedWords(late, endMs);
  expect(said).toContain('it would have been given up at');
  expect(basis).toContain('the true end may be earlier');
});

it('has a slider that begins at the nearest quiet time', () => {
  expect(quietSecs[stepOfQuiet(300)]).toBe(300);
  expect(quietSecs[stepOfQuiet(17)]).toBe(15);
  expect(stepOfQuiet(1e9)).toBe(quietSecs.length - 1);
});
