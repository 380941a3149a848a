/** The configuration as it may be shown: no secret wherever it stands, and where each value is from. */
import { expect, it } from 'vitest';
import { fileShape } from '../../../src/config/schema.ts';
import { loadValid, token } from './support.ts';

const shownOf = (changes: Readonly<Record<string, unknown>>) => {
  const { shown } = loadValid(changes).config;
  return {
    shown,
    of: (name: string) =>
      shown.sections.flatMap(({ settings }) => settings).find((each) => each.name === name),
  };
};

it('has no secret in it, nor one that was written where none belongs', () => {
  const { shown, of } = shownOf({
    worker_targets: {
      far: { wake_gate_url: 'https://far.example', bearer_token: 'a-secret-of-the-far-worker' },
    },
    agent_command: `agent --token ${token}`,
  });
  const text = JSON.stringify(shown);
  expect(text).not.toContain(token);
  expect(text).not.toContain('a-secret-of-the-far-worker');
  expect(of('completion_callback_token')).toMatchObject({ value: null, hidden: true });
  expect(of('worker_targets')?.value).toMatchObject({
    far: { wake_gate_url: 'https://far.example', bearer_token: '[hidden]' },
  });
});

it('says of every field what it is, where that comes from, and what unset means', () => {
  const { shown, of } = shownOf({ idle_sustain_sec: 300 });
  const names = shown.sections.flatMap(({ settings }) => settings.map(({ name }) => name));
  expect(names.toSorted()).toEqual(Object.keys(fileShape).toSorted());
  expect(of('idle_sustain_sec')).toMatchObject({ value: 300, source: 'file', unit: 'seconds' });
  expect(of('listen_port')).toMatchObject({ source: 'default' });
  const unset = shown.sections
    .flatMap(({ settings }) => settings)
    .filter(({ value, hidden }) => value === null && !hidden);
  expect(unset.length).toBeGreaterThan(0);
  for (const setting of unset) expect(setting.when_unset, setting.name).toEqual(expect.any(String));
});
