/** Which settings two control planes on one database have otherwise, by what each of them shows. */
import { expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/parse.ts';
import { fileShape } from '../../../src/config/schema.ts';
import { differingSettings, ownSettings } from '../../../src/config/shared-settings.ts';

const token = 'a-token-of-thirty-two-characters-0123';
const worker = { wake_gate_url: 'http://127.0.0.1:9001', bearer_token: token };
const common = {
  role: 'control',
  state_dir: 'state',
  project_root: 'projects',
  completion_callback_url: 'http://127.0.0.1:8787/control/api/worker-callback',
  completion_callback_token: `${token}-of-callbacks`,
  control_api_bearer_token: token,
  live_dispatch_enabled: true,
  worker_targets: { a: worker },
};
function shown(fields: object) {
  const parsed = parseConfig(JSON.stringify({ ...common, ...fields }), '/x/config.json');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.config.shown.sections;
}
/** As it comes over the wire. */
const differing = (here: object, there: object) =>
  differingSettings(shown(here), JSON.parse(JSON.stringify(shown(there))));

it('finds none in the same ones, and none in what is of one machine', () => {
  expect(differing({}, {})).toEqual([]);
  expect(differing({}, { state_dir: 'elsewhere', listen_port: 8788 })).toEqual([]);
  for (const name of ownSettings) expect(Object.keys(fileShape)).toContain(name);
});

it('names each field that differs, within workers and clusters, too', () => {
  const slurm = (folder: string, ssh_config_path: string) => ({
    worker_targets: { s: { ...worker, wake_gate_url: 'slurm://c' } },
    slurm_clusters: {
      c: {
        gate_config: '/g.json',
        folder,
        ssh_host: 'login',
        ssh_config_path,
        home_url: 'http://127.0.0.1:8787',
      },
    },
  });
  expect(
    differing(
      { budget_day_tokens: 7, worker_targets: { a: worker, b: worker } },
      { worker_targets: { a: { ...worker, wake_gate_url: 'http://127.0.0.1:9002' } } },
    ),
  ).toEqual(['budget_day_tokens', 'worker_targets.a.wake_gate_url', 'worker_targets.b']);
  expect(differing(slurm('/one', '/a/config'), slurm('/two', '/b/config'))).toEqual([
    'slurm_clusters.c.folder',
  ]);
});

it('sees of a secret whether there is one, and says none', () => {
  expect(differing({}, { completion_callback_token: `${token}-of-others` })).toEqual([]);
  expect(
    differing({ notify_ntfy_token: token, notify_ntfy_url: 'https://n.example/t' }, {}),
  ).toEqual(['notify_ntfy_url', 'notify_ntfy_token']);
  expect(JSON.stringify([shown({})])).not.toContain(token);
});

it('says nothing of what a newer or an older program does not know', () => {
  const older = shown({}).map((section) => ({
    settings: section.settings.filter(({ name }) => name !== 'budget_day_tokens'),
  }));
  expect(differingSettings(shown({ budget_day_tokens: 7 }), older)).toEqual([]);
});
