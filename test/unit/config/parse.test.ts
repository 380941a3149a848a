/** Validation of a whole file: refusals first, then what a valid one becomes. */
import { describe, expect, it } from 'vitest';
import { metaOf } from '../../../src/config/field.ts';
import { parseConfig } from '../../../src/config/parse.ts';
import { fileShape } from '../../../src/config/schema.ts';
import { configPath, load, loadValid, minimal, problemLines, token } from './support.ts';

describe('a file that is refused', () => {
  it('says where its JSON is wrong', () => {
    const result = parseConfig('{\n  "role": "all",\n}', configPath);
    expect(result).toMatchObject({
      ok: false,
      problems: [{ path: configPath, message: expect.stringMatching(/^line 3, column 1: /) }],
    });
  });

  it.each(['[]', '"text"', 'null', '7'])('must hold an object, not %s', (text) => {
    const result = parseConfig(text, configPath);
    expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([
      'must hold one JSON object',
    ]);
  });

  it.each(Object.keys(minimal).filter((name) => name !== 'worker_wake_gate_url'))(
    'names the missing required field %s',
    (name) => {
      expect(problemLines({ [name]: undefined })).toEqual([
        expect.stringMatching(new RegExp(`^${name}: is required`)),
      ]);
    },
  );

  it.each([
    ['heartbeat_url', 'https://u:pass/wo@rd@hc.example.org/ping'],
    ['notify_smtp_url', 'smtp://u:pass/wo@rd@mail.example.org'],
  ])('never shows the credentials that stand in %s', (name, given) => {
    const lines = problemLines({ [name]: given }).join('\n');
    expect(lines).toContain('://(not shown)@');
    expect(lines).not.toMatch(/u:pass|wo@rd/);
  });

  it.each([
    [{ agent_env_allow: [1] }, 'agent_env_allow.0: must be a string'],
    [
      { workload_machine_targets: { training: 1 } },
      'workload_machine_targets.training: must be a string',
    ],
    [{ worker_targets: { a: 'x' } }, 'worker_targets.a: must be an object with the members'],
  ])('says of a member what the member must be, %o', (changes, words) => {
    expect(problemLines(changes)).toEqual([expect.stringContaining(words)]);
  });

  it.each(['budget_project_retries', 'budget_run_tokens', 'budget_day_tokens'])(
    'counts %s in whole numbers',
    (name) => {
      expect(problemLines({ [name]: 1.5 })).toEqual([
        expect.stringMatching(new RegExp(`^${name}: .*whole number`)),
      ]);
    },
  );

  it.each(['http://127.0.0.1', 'not a host', '127.0.0.1:8787', '[::1]'])(
    'says that nothing can listen on %s',
    (host) => {
      expect(problemLines({ listen_host: host })).toEqual([
        expect.stringMatching(/^listen_host: must be an address or a host name .*127\.0\.0\.1/),
      ]);
    },
  );

  it.each(['127.0.0.1', '0.0.0.0', '::', '::1', 'fe80::1%eth0', '::ffff:1.2.3.4', 'gpu-box_1.lab'])(
    'takes %s to listen on',
    (host) => expect(problemLines({ listen_host: host })).toEqual([]),
  );

  it('reports every problem at once: missing, out of range, unknown and unrelated', () => {
    const lines = problemLines({
      state_dir: undefined,
      dispatch_script_path: undefined,
      idle_sustain_sec: 29,
      listen_prot: 1,
      paper_writer_provider: 'external_llm',
    });
    expect(new Set(lines.map((line) => line.split(':')[0]))).toEqual(
      new Set([
        'dispatch_script_path',
        'idle_sustain_sec',
        'listen_prot',
        'paper_writer_api_key',
        'paper_writer_base_url',
        'paper_writer_model',
        'state_dir',
      ]),
    );
    expect(lines).toContain('listen_prot: is not a known field; did you mean "listen_port"?');
    expect(lines).toContain(
      'idle_sustain_sec: must be a number from 30 to 86400 (seconds); given 29; the default is 180',
    );
  });

  it('never shows a given secret', () => {
    const lines = problemLines({
      control_api_bearer_token: 'with a space hunter2',
      completion_callback_token: ['hunter2'],
      worker_wake_gate_bearer_token: 'hunter2\n',
      paper_writer_api_key: '<hunter2>',
      hosted_database_url: 'mysql://me:hunter2@db/x',
      worker_targets: { a: { wake_gate_url: 'http://a', bearer_token: 'hunter2 ', role: 'x' } },
    });
    expect(lines).toHaveLength(6);
    expect(lines.join('\n')).not.toContain('hunter2');
  });

  it.each(['<STATE_DIR>', 'replace-me', 'REPLACE_ME', '', '   '])(
    'refuses the placeholder %j',
    (text) => {
      expect(problemLines({ state_dir: text })).toEqual([
        expect.stringMatching(/^state_dir: (still holds a placeholder|must not be empty)/),
      ]);
    },
  );

  it('refuses placeholders inside lists and maps', () => {
    const lines = problemLines({
      agent_env_allow: ['<NAME>'],
      worker_targets: { a: { wake_gate_url: 'http://a', bearer_token: 'replace-with-token' } },
    });
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'agent_env_allow.0',
      'worker_targets.a.bearer_token',
    ]);
  });

  it('proposes a name for an unknown member of a nested object', () => {
    expect(problemLines({ workload_profiles: { training: { idle_sustain: 60 } } })).toEqual([
      'workload_profiles.training.idle_sustain: is not a known field; did you mean "idle_sustain_sec"?',
    ]);
  });

  it('survives odd names: dots, __proto__, constructor', () => {
    const text = JSON.stringify(minimal).replace(
      '{',
      '{"state_dir.x": 1, "__proto__": {}, "constructor": 1,',
    );
    const result = parseConfig(text, configPath);
    const paths = result.ok ? [] : result.problems.map(({ path }) => path);
    expect(paths.sort()).toEqual(['__proto__', 'constructor', 'state_dir.x']);
  });

  it.each([
    ['listen_port', 65_536],
    ['listen_port', 80.5],
    ['listen_port', '8787'],
    ['sample_interval_sec', 0.99],
    ['cpu_idle_threshold_pct', -0.1],
    ['gpu_idle_avg_threshold_pct', 100.1],
    ['gpu_idle_peak_threshold_pct', 101],
    ['vram_delta_threshold_mib', -1],
    ['max_wait_after_idle_sec', 59],
    ['live_dispatch_enabled', 'yes'],
    ['role', 'both'],
    ['completion_callback_url', 'ftp://host/x'],
    ['completion_callback_url', 'http://me:pw@host/x'],
    ['worker_wake_gate_url', 'not a url'],
    ['project_root', '~/projects'],
    ['project_root', 'a\u0000b'],
    ['agent_env_allow', 'PATH'],
    ['paper_evidence_sync_ssh_host', '-oProxyCommand=x'],
    ['paper_evidence_sync_remote_root', '/srv/../etc'],
    ['orrery_core_mode', 'on'],
  ])('refuses %s = %j', (name, value) => {
    const lines = problemLines({ [name]: value });
    expect(lines.some((line) => line.startsWith(name))).toBe(true);
  });

  it('accepts both bounds of every number and refuses what lies beyond them', () => {
    for (const [name, schema] of Object.entries(fileShape)) {
      const { kind, min, max } = metaOf(schema);
      if (kind !== 'integer' && kind !== 'number') continue;
      // Times that must be in order are given room, so that only the bound itself is judged.
      const room = {
        sample_interval_sec: 1,
        idle_sustain_sec: 30,
        max_wait_after_idle_sec: 2_592_000,
      };
      const linesFor = (value: number): string[] =>
        problemLines({ ...room, [name]: value })
          .filter((line) => line.startsWith(name))
          // What this version does not do is refused for that, within its bounds as well.
          .filter((line) => !line.includes('this version'));
      expect([name, linesFor(min!)]).toEqual([name, []]);
      expect([name, linesFor(max!)]).toEqual([name, []]);
      expect([name, linesFor(min! - 1).length, linesFor(max! + 1).length]).toEqual([name, 1, 1]);
    }
  });
});

describe('a file that is accepted', () => {
  it('turns seconds into milliseconds and paths into absolute ones', () => {
    const { config } = loadValid({ dispatch_timeout_sec: 1.5, corpus_dir: '../corpus' });
    expect(config.dispatch.dispatchTimeoutMs).toBe(1500);
    expect(config.service.stateDir).toBe('/etc/orrery/state');
    expect(config.dispatch.dispatchScriptPath).toBe('/opt/dispatch.sh');
    expect(config.corpus.dir).toBe('/etc/corpus');
    expect(config.routeObservability.logPath).toBe('/etc/orrery/state/route-observability.jsonl');
  });

  it('fills in the documented defaults', () => {
    const { config } = loadValid();
    expect(config.service).toMatchObject({
      role: 'all',
      listenHost: '0.0.0.0',
      listenPort: 8787,
      logEvents: true,
    });
    expect(config.dispatch).toMatchObject({
      liveDispatchEnabled: false,
      dispatchTimeoutMs: 30_000,
      workerCallTimeoutMs: 35_000,
    });
    expect(config.auth.completionCallbackTimeoutMs).toBe(120_000);
    expect(config.workerGate).toMatchObject({
      sampleIntervalMs: 5000,
      maxWaitAfterIdleMs: 43_200_000,
      defaultWorkloadClass: 'inference_eval',
    });
    expect(config.reaper).toEqual({
      reaperEnabled: true,
      graceMs: 900_000,
      termGraceMs: 5000,
      commandMarkers: [],
    });
    expect(config.paperWriter).toMatchObject({
      provider: 'deterministic',
      timeoutMs: 180_000,
      temperature: 0.2,
      maxTokens: 12_000,
      fallbackEnabled: true,
    });
    expect(config.alerts).toMatchObject({
      pushAlertsEnabled: false,
      queueAlertCooldownMs: 1_800_000,
      queueAlertHangAfterMs: 3_600_000,
    });
    expect(config.routeObservability).toMatchObject({
      enabled: false,
      slowMs: 1000,
      memoryWarnRssMib: 0,
    });
    expect(config.store).toEqual({
      backend: 'sqlite',
      hostedDatabaseUrl: null,
      controlPlaneUrl: null,
    });
    expect(config.core.storeBackend).toBe('control_plane');
    expect(config.legacy.legacyNotesApiEnabled).toBe(false);
    expect(config.pump).toMatchObject({
      enabled: false,
      followupLaunchEnabled: false,
      paperDraftEnabled: false,
    });
  });

  it('is frozen all the way down', () => {
    const { config } = loadValid({
      worker_targets: { a: { wake_gate_url: 'http://a', bearer_token: 'x'.repeat(20) } },
    });
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      expect([path, Object.isFrozen(value)]).toEqual([path, true]);
      for (const [name, member] of Object.entries(value)) visit(member, `${path}.${name}`);
    };
    visit(config, 'config');
  });

  it('takes null for an unset field, and only there', () => {
    expect(load({ corpus_dir: null }).ok).toBe(true);
    expect(problemLines({ listen_port: null })).toHaveLength(1);
  });
});

describe('old field names', () => {
  it('are read with a notice', () => {
    const result = loadValid({
      control_api_bearer_token: undefined,
      completion_callback_url: undefined,
      api_bearer_token: token,
      callback_url: minimal.completion_callback_url,
    });
    expect(result.config.auth.controlToken.reveal()).toBe(token);
    expect(result.notices).toEqual([
      '"api_bearer_token" is the old name of "control_api_bearer_token"; please rename it',
      '"callback_url" is the old name of "completion_callback_url"; please rename it',
    ]);
  });

  it('may stand beside the new name only with the same value', () => {
    expect(load({ callback_token: token }).ok).toBe(true);
    expect(problemLines({ callback_token: 'another-token-0123456789' })).toEqual([
      'callback_token: is the old name of "completion_callback_token", which is given too with another value; remove this one',
    ]);
  });
});
