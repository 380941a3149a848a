/** What must hold between fields, and what is only noted. Long because every relation has its case. */
import { describe, expect, it } from 'vitest';
import { toIdleProfile } from '../../../src/app/gate/gate-telemetry.ts';
import { unsupportedFields } from '../../../src/config/unsupported.ts';
import { workloadClasses } from '../../../src/domain/statuses.ts';
import { baselineIdleProfiles } from '../../../src/machines/idle-gate/profile.ts';
import { loadValid, minimal, problemLines, token } from './support.ts';

const other = 'another-token-of-sufficient-length';
const target = { wake_gate_url: 'http://gpu-a:9000/', bearer_token: other, role: 'gpu' };

describe('roles', () => {
  it('lets a control plane do without a dispatch script', () => {
    const { config } = loadValid({ role: 'control', dispatch_script_path: undefined });
    expect(config.dispatch.dispatchScriptPath).toBeNull();
    expect(problemLines({ role: 'worker', dispatch_script_path: undefined })).toHaveLength(1);
  });

  it('lets a worker use its gate token alone, but not do without any', () => {
    const alone = { role: 'worker', control_api_bearer_token: undefined };
    const { config } = loadValid({ ...alone, worker_wake_gate_bearer_token: other });
    expect(config.auth.gateToken.reveal()).toBe(other);
    expect(problemLines(alone)).toEqual([
      expect.stringMatching(/^worker_wake_gate_bearer_token: is required/),
    ]);
  });

  it('lets the gate accept the control token when it has none of its own', () => {
    expect(loadValid().config.auth.gateToken.reveal()).toBe(token);
  });
});

describe('callbacks', () => {
  it.each([
    minimal.completion_callback_url,
    `${minimal.completion_callback_url}/`,
    'https://host/sub/control/api/worker-callback?x=1',
    'https://host/hook',
  ])('may have a token of their own (%s)', (url) => {
    const tokens = { completion_callback_url: url, completion_callback_token: other };
    expect(loadValid(tokens).config.auth.completionCallbackToken.reveal()).toBe(other);
  });
});

describe('addresses', () => {
  it.each(['completion_callback_url', 'worker_wake_gate_url', 'notify_ntfy_url', 'heartbeat_url'])(
    'that no call goes to are refused at once: %s',
    (field) => {
      expect(problemLines({ [field]: 'http://169.254.169.254/x' })).toEqual([
        expect.stringContaining(`${field}: must not be a link-local address`),
      ]);
    },
  );

  it('of callbacks that do not lead here are noted where both halves are one process', () => {
    const elsewhere = { completion_callback_url: 'https://host/hook' };
    const notice = expect.stringContaining('completion_callback_url does not end in /control/api');
    expect(loadValid(elsewhere).notices).toContainEqual(notice);
    expect(loadValid({ ...elsewhere, role: 'worker' }).notices).not.toContainEqual(notice);
    expect(loadValid().notices).not.toContainEqual(notice);
  });
});

describe('folders', () => {
  it.each([
    [{ state_dir: 'a', project_root: 'a' }, 'state_dir: must not lie in project_root'],
    [{ state_dir: 'a/b', project_root: './a' }, 'state_dir: must not lie in project_root'],
    [{ state_dir: '/a', project_root: '/a/b/../c' }, 'project_root: must not lie in state_dir'],
    [
      { state_dir: 'a', project_root: '/etc/orrery/a/p' },
      'project_root: must not lie in state_dir',
    ],
  ])('of the service and of projects do not contain one another: %j', (folders, problem) => {
    expect(problemLines(folders)).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    [{ corpus_dir: 'projects/corpus' }, 'corpus_dir: must not lie in project_root'],
    [{ corpus_dir: '.' }, 'corpus_dir: must not lie in project_root'],
    [{ corpus_dir: 'state' }, 'corpus_dir: must not be or hold state_dir'],
    [
      { route_observability_log_path: 'state/control.db' },
      "route_observability_log_path: must not be a file of the service's own",
    ],
    [
      { route_observability_log_path: 'state/worker/x.jsonl' },
      "route_observability_log_path: must not be a file of the service's own",
    ],
    [
      { route_observability_log_path: 'projects/p/routes.jsonl' },
      'route_observability_log_path: must not lie in project_root',
    ],
  ])('keep what others write away from what it would harm: %j', (given, problem) => {
    const folders = { state_dir: 'state', project_root: 'projects' };
    expect(problemLines({ ...folders, ...given })).toEqual([expect.stringContaining(problem)]);
  });

  it('may lie where nothing is harmed', () => {
    const folders = { state_dir: 'state', project_root: 'projects' };
    for (const corpus_dir of ['state/corpus', 'corpus', '/srv/corpus'])
      expect(problemLines({ ...folders, corpus_dir })).toEqual([]);
    for (const route_observability_log_path of ['state/routes.jsonl', '/var/log/routes'])
      expect(problemLines({ ...folders, route_observability_log_path })).toEqual([]);
  });

  it.each([
    ['state/backups', 'state_dir'],
    ['projects', 'project_root'],
    ['papers/x', 'corpus_dir'],
  ])('of backups lie in none of the others: %s', (backup_dir, around) => {
    const folders = { state_dir: 'state', project_root: 'projects', corpus_dir: 'papers' };
    expect(problemLines({ ...folders, backup_dir })).toEqual([
      expect.stringContaining(`backup_dir: must not lie in ${around}`),
    ]);
    const { config } = loadValid({ ...folders, backup_dir: 'state-backups' });
    expect(config.upkeep).toMatchObject({ backupIntervalMs: 86_400_000, backupKeep: 7 });
  });

  it('of backups are refused to a worker alone, which schedules none', () => {
    expect(problemLines({ role: 'worker', backup_dir: '/backups' })).toEqual([
      expect.stringMatching(/^backup_dir: is for a control plane/),
    ]);
  });

  it('may lie beside each other and have names that begin alike', () => {
    loadValid({ state_dir: 'a', project_root: 'ab' });
  });
});

describe('workers', () => {
  it('routes classes to named workers and the rest to the default', () => {
    const { config } = loadValid({
      worker_targets: { 'gpu-a': { ...target, min_memory_available_mib: 512 } },
      workload_machine_targets: { training: 'gpu-a' },
    });
    expect(config.workers.targetOfClass).toMatchObject({ training: 'gpu-a', cpu_only: 'default' });
    expect(config.workers.targets['gpu-a']).toMatchObject({
      url: 'http://gpu-a:9000',
      role: 'gpu',
      minMemoryAvailableMib: 512,
    });
    expect(config.workers.targets.default?.minMemoryAvailableMib).toBe(16_384);
  });

  it('takes the only worker as the default, but guesses none among several', () => {
    const one = loadValid({ worker_wake_gate_url: undefined, worker_targets: { a: target } });
    expect(one.config.workers.defaultTarget).toBe('a');
    const two = loadValid({
      worker_wake_gate_url: undefined,
      worker_targets: { a: target, b: { ...target, wake_gate_url: 'http://b' } },
    });
    expect(two.config.workers.defaultTarget).toBeNull();
    expect(two.config.workers.targetOfClass.training).toBeNull();
  });

  it('takes home:// and a name for a worker that dials home, and says what is wrong with another', () => {
    const at = (url: string) => ({ worker_targets: { lab: { ...target, wake_gate_url: url } } });
    expect(loadValid(at('home://lab-1')).config.workers.targets.lab?.url).toBe('home://lab-1');
    for (const url of ['home://Lab', 'home://lab/x', 'home:lab', 'home://lab:9000'])
      expect(problemLines(at(url))).toEqual([
        expect.stringMatching(/^worker_targets\.lab\.wake_gate_url: must be home:\/\/ and a name/),
      ]);
    expect(problemLines(at('ftp://lab'))).toEqual([
      expect.stringMatching(/^worker_targets\.lab\.wake_gate_url: must be an http:\/\/ or https/),
    ]);
    // Nobody dials home to the one that has no name.
    expect(problemLines({ worker_wake_gate_url: 'home://lab' })).toHaveLength(1);
  });

  it('refuses a route to a worker that does not exist', () => {
    const lines = problemLines({
      worker_targets: { 'gpu-a': target },
      workload_machine_targets: { training: 'gpu-b' },
    });
    expect(lines).toEqual([
      'workload_machine_targets.training: names the worker "gpu-b", which worker_targets does not have; did you mean "gpu-a"?',
    ]);
  });

  it('refuses a class that does not exist', () => {
    const lines = problemLines({
      workload_machine_targets: { trainig: 'default' },
      workload_profiles: { gpu: {} },
    });
    expect(lines[0]).toBe(
      'workload_machine_targets.trainig: is not a workload class; did you mean "training"?',
    );
    expect(lines[1]).toMatch(/^workload_profiles.gpu: is not a workload class/);
  });

  it.each(['a/b', '../x', 'a b', '-a'])('refuses the worker name %j', (name) => {
    expect(problemLines({ worker_targets: { [name]: target } })).toHaveLength(1);
  });

  it('refuses a second worker named default', () => {
    expect(problemLines({ worker_targets: { default: target } })).toHaveLength(1);
    loadValid({ worker_wake_gate_url: undefined, worker_targets: { default: target } });
  });

  it('refuses one address with two tokens', () => {
    const lines = problemLines({
      worker_targets: { a: { ...target, wake_gate_url: `${minimal.worker_wake_gate_url}/` } },
    });
    expect(lines).toEqual([
      expect.stringMatching(
        /^worker_targets.a.bearer_token: has the address of worker_wake_gate_url/,
      ),
    ]);
  });
});

describe('idle times', () => {
  it('takes every value that is in its own bounds, and notes what is odd between them', () => {
    for (const times of [
      { sample_interval_sec: 15, idle_sustain_sec: 30 },
      { sample_interval_sec: 400 },
      { idle_sustain_sec: 600, max_wait_after_idle_sec: 60 },
    ]) {
      const { config, notices } = loadValid(times);
      expect(notices.length).toBeGreaterThan(0);
      if (times.sample_interval_sec !== undefined)
        expect(config.workerGate.sampleIntervalMs).toBe(times.sample_interval_sec * 1000);
    }
  });

  it('notes a sustain time longer than the longest wait', () => {
    const { notices } = loadValid({ idle_sustain_sec: 600, max_wait_after_idle_sec: 599 });
    expect(notices).toContainEqual(
      expect.stringMatching(/^idle_sustain_sec is 600, .*gate_timeout/),
    );
    const profile = {
      workload_profiles: { training: { idle_sustain_sec: 600 } },
      max_wait_after_idle_sec: 599,
    };
    expect(loadValid(profile).notices).toContainEqual(
      expect.stringMatching(/^workload_profiles.training.idle_sustain_sec is 600, .*gate_timeout/),
    );
  });

  it('only notes a default that does not fit the file', () => {
    const { notices } = loadValid({ max_wait_after_idle_sec: 60 });
    expect(notices.some((notice) => notice.startsWith('idle_sustain_sec (default) is 180'))).toBe(
      true,
    );
  });

  it('notes a sustain time that holds fewer than three samples', () => {
    const { notices } = loadValid({ sample_interval_sec: 20, idle_sustain_sec: 30 });
    expect(notices).toContainEqual(expect.stringMatching(/three sample intervals.*60 is enough/));
  });

  it('notes one that equals the longest wait', () => {
    const { notices } = loadValid({ idle_sustain_sec: 60, max_wait_after_idle_sec: 60 });
    expect(notices).toContainEqual(
      expect.stringMatching(
        /^idle_sustain_sec is 60, not less than max_wait_after_idle_sec \(60\)/,
      ),
    );
  });

  it('notes a wait that is over before evidence that delays has had its time', () => {
    const { notices } = loadValid({
      max_wait_after_idle_sec: 1000,
      workload_profiles: { cpu_only: { idle_sustain_sec: 400 } },
    });
    expect(notices).toEqual([
      expect.stringMatching(
        /^workload_profiles\.cpu_only\.idle_sustain_sec is 400, and 1200 while .*gate_timeout/,
      ),
    ]);
  });

  it('notes a mean threshold above its peak threshold', () => {
    const both = { gpu_idle_avg_threshold_pct: 30, gpu_idle_peak_threshold_pct: 20 };
    expect(loadValid({ workload_profiles: { training: both } }).notices).toContainEqual(
      expect.stringMatching(
        /^workload_profiles\.training\.gpu_idle_avg_threshold_pct is 30, above .* make it 20 or less/,
      ),
    );
    const { notices } = loadValid({
      workload_profiles: { training: { gpu_idle_avg_threshold_pct: 30 } },
    });
    expect(notices).toEqual([
      expect.stringMatching(
        /^workload_profiles\.training\.gpu_idle_avg_threshold_pct is 30, above/,
      ),
    ]);
  });

  it('notes a threshold that no reading can be below', () => {
    const { notices } = loadValid({
      workload_profiles: { training: { cpu_idle_threshold_pct: 0 } },
    });
    expect(notices).toEqual([
      expect.stringMatching(
        /^workload_profiles\.training\.cpu_idle_threshold_pct is 0, .*gate_timeout/,
      ),
    ]);
  });

  it('refuses a profile out of bounds and says so with its path', () => {
    expect(problemLines({ workload_profiles: { training: { idle_sustain_sec: 10 } } })).toEqual([
      'workload_profiles.training.idle_sustain_sec: must be a number from 30 to 86400 (seconds); given 10',
    ]);
  });
});

describe('workload profiles', () => {
  it('have the baseline values', () => {
    const { profiles } = loadValid().config.workerGate;
    const thresholds = Object.fromEntries(
      Object.entries(profiles).map(([name, { evidence: _, ...each }]) => [name, each]),
    );
    const rest = {
      gpuIdleAvgThresholdPct: 10,
      gpuIdlePeakThresholdPct: 20,
      vramDeltaThresholdMib: 1024,
    };
    const strict = { idleSustainMs: 300_000, cpuIdleThresholdPct: 20, ...rest };
    const patient = { idleSustainMs: 180_000, cpuIdleThresholdPct: 35, ...rest };
    expect(thresholds).toEqual({
      inference_eval: strict,
      cpu_only: strict,
      training: patient,
      gpu_required: patient,
      unknown: patient,
      control_plane: patient,
      agent_harness: patient,
    });
  });

  it('have no evidence at all with idle_evidence off, in one field and for every class', () => {
    const { config } = loadValid({
      idle_evidence: 'off',
      workload_profiles: { training: { evidence_run_cpu: 'require' } },
    });
    for (const name of workloadClasses)
      expect(toIdleProfile(config, name)).not.toHaveProperty('evidence');
  });

  it('are the ones that a replay without a configuration uses', () => {
    const { config } = loadValid();
    for (const name of workloadClasses)
      expect(toIdleProfile(config, name)).toEqual(baselineIdleProfiles[name]);
  });

  it('take evidence from the override, else the class, else the top level', () => {
    const { config, notices } = loadValid({
      evidence_gpu_power: 'off',
      evidence_delay_factor: 4,
      default_workload_class: 'cpu_only',
      workload_profiles: {
        training: { evidence_gpu_power: 'delay', io_pressure_threshold_pct: 3 },
      },
    });
    const { training, cpu_only: cpuOnly, gpu_required: gpu } = config.workerGate.profiles;
    expect(training.evidence).toMatchObject({
      evidence_gpu_power: 'delay',
      io_pressure_threshold_pct: 3,
      evidence_delay_factor: 4,
    });
    expect(gpu.evidence.evidence_gpu_power).toBe('off');
    expect(cpuOnly.evidence).toMatchObject({
      evidence_gpu_power: 'delay',
      evidence_delay_factor: 3,
    });
    expect(notices.filter((notice) => notice.includes('its own baseline'))).toHaveLength(2);
  });

  it('refuse an unknown mode, a factor below one and an unknown member, each with its path', () => {
    const lines = problemLines({
      evidence_gpu_power: 'always',
      workload_profiles: {
        training: { evidence_run_cpu: 'on', evidence_delay_factor: 0.5, evidence_gpu_powr: 'off' },
      },
    });
    expect(lines.sort()).toEqual([
      'evidence_gpu_power: must be one of "off", "delay", "require"; given "always"; the default is "require"',
      expect.stringMatching(
        /^workload_profiles\.training\.evidence_delay_factor: must be a number from 1 to 10/,
      ),
      expect.stringMatching(
        /evidence_gpu_powr: is not a known field; did you mean "evidence_gpu_power"/,
      ),
      expect.stringMatching(/^workload_profiles\.training\.evidence_run_cpu: must be one of "off"/),
    ]);
  });

  it('merge an override over the baseline field by field', () => {
    const { profiles } = loadValid({ workload_profiles: { cpu_only: { idle_sustain_sec: 45 } } })
      .config.workerGate;
    expect(profiles.cpu_only).toMatchObject({ idleSustainMs: 45_000, cpuIdleThresholdPct: 20 });
    expect(profiles.inference_eval.idleSustainMs).toBe(300_000);
  });

  it('take the top-level thresholds for classes without a baseline, and say when the default class does not', () => {
    const { config, notices } = loadValid({ idle_sustain_sec: 60 });
    expect(config.workerGate.profiles.agent_harness.idleSustainMs).toBe(60_000);
    expect(config.workerGate.profiles.inference_eval.idleSustainMs).toBe(300_000);
    expect(notices).toEqual([
      expect.stringContaining('set workload_profiles.inference_eval.idle_sustain_sec'),
    ]);
  });
});

describe('what this version does not do', () => {
  const values: Readonly<Record<string, unknown>> = {};

  it('is all that the table of the refused names', () => {
    expect(Object.keys(values).sort()).toEqual([...unsupportedFields.keys()].sort());
  });

  it.each(Object.entries(values))('stops the start while %s is set', (name, value) => {
    const lines = problemLines({ [name]: value });
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^${name}: is set to .+, but this version .+\\. Leave the field out; .+`),
      ),
    ]);
    expect(lines[0]).not.toContain('hunter2');
  });
});

describe('a hosted store', () => {
  const url = 'postgres://me:hunter2@db/x';
  const hosted = { control_plane_store_backend: 'hosted', hosted_database_url: url };

  it('is named by its address, and an address is for nothing else', () => {
    expect(problemLines({ control_plane_store_backend: 'hosted' })).toEqual([
      expect.stringMatching(/^hosted_database_url: is required while .+ is "hosted": postgres:/),
    ]);
    expect(problemLines({ hosted_database_url: url })).toEqual([
      expect.stringMatching(/^hosted_database_url: says nothing while .+ is "sqlite"/),
    ]);
    expect(problemLines({ control_plane_url: 'http://127.0.0.1:8788' })).toEqual([
      expect.stringMatching(/^control_plane_url: says nothing while .+ is "sqlite"/),
    ]);
    loadValid(hosted);
    loadValid({ hosted_database_url: null });
  });

  it('is spoken to by TLS as its address says, in words that the client knows', () => {
    loadValid({ ...hosted, hosted_database_url: `${url}?sslmode=verify-full` });
    const lines = problemLines({ ...hosted, hosted_database_url: `${url}?sslmode=verify_full` });
    expect(lines).toEqual([
      expect.stringMatching(/^hosted_database_url: has sslmode=verify_full, .+ verify-full$/),
    ]);
    expect(lines[0]).not.toContain('hunter2');
  });

  it.each([
    ['sslmod=verify-full', 'has the parameter sslmod, which is none'],
    ['SSLMODE=verify-full', 'has the parameter SSLMODE, which is none'],
    ['tls=true', 'has the parameter tls, which is none'],
    ['ssl=false', 'has ssl=false, which is none: true, 1, 0, no-verify'],
    ['ssl=banana', 'has ssl=banana, which is none'],
    ['sslmode=verify-full&sslmode=disable', 'has sslmode more than once'],
    ['sslmode=verify-full&sslrootcert=', 'has sslrootcert without a value'],
    [
      'sslmode=disable&sslrootcert=/ca.pem',
      'has sslmode=disable, with which sslrootcert says nothing',
    ],
    [
      'sslmode=no-verify&sslrootcert=/ca',
      'has sslmode=no-verify, with which sslrootcert says nothing',
    ],
    ['ssl=0&sslmode=verify-full', 'has ssl beside sslmode; keep sslmode'],
    ['sslmode=verify-full&sslcert=/a.pem', 'has sslcert without sslkey'],
    ['sslmode=verify-full&sslkey=/a.pem', 'has sslkey without sslcert'],
    ['sslmode=prefer', 'has sslmode=prefer, which would do without TLS'],
    ['sslmode=verify-ca', 'has sslmode=verify-ca without sslrootcert'],
    [
      'uselibpqcompat=true&sslmode=require',
      'has uselibpqcompat, which changes what sslmode means; leave it out',
    ],
    ['sslnegotiation=banana', 'has sslnegotiation=banana, which is none: postgres, direct'],
    ['sslmode=disable&sslnegotiation=direct', 'has sslnegotiation=direct, which is TLS'],
    ['ssl=0&sslnegotiation=direct', 'has sslnegotiation=direct, which is TLS'],
  ])('is refused with ?%s, which would be passed over or end the program', (query, words) => {
    const lines = problemLines({ ...hosted, hosted_database_url: `${url}?${query}` });
    expect(lines).toEqual([expect.stringContaining(`hosted_database_url: ${words}`)]);
    expect(lines[0]).not.toContain('hunter2');
  });

  it.each(['ssl=true', 'sslmode=require&channel_binding=require', 'sslrootcert=/ca.pem'])(
    'may have ?%s',
    (query) => {
      loadValid({ ...hosted, hosted_database_url: `${url}?${query}` });
    },
  );

  it('is only read by a control plane that takes in nothing', () => {
    const reader = { ...hosted, control_plane_store_backend: 'hosted_readonly' };
    expect(problemLines({ ...reader, role: 'all', intake_dir: '/srv/inbox' })).toEqual([
      expect.stringMatching(/^role: must be "control" while .+ is "hosted_readonly"/),
      expect.stringMatching(/^intake_dir: takes in ideas, and .+ is "hosted_readonly"/),
    ]);
    loadValid({ ...reader, role: 'control' });
  });

  it('is backed up by its own tools and moves no events into files', () => {
    const lines = problemLines({ ...hosted, backup_dir: '/srv/b', events_archive_after_days: 90 });
    expect(lines).toEqual([
      expect.stringMatching(/^backup_dir: is for a store in a file.+its own tools/),
      expect.stringMatching(/^events_archive_after_days: is for a store in a file/),
    ]);
  });
});

describe('the external writer', () => {
  const whole = {
    paper_writer_provider: 'external_llm',
    paper_writer_base_url: 'https://models.example.org/v1',
    paper_writer_model: 'm',
    paper_writer_api_key: 'hunter2-of-the-writer',
  };

  it('is configured whole, with the bounds of its use', () => {
    const { config } = loadValid({ ...whole, paper_writer_input_price_usd: 0.5 });
    expect(config.paperWriter).toMatchObject({
      provider: 'external_llm',
      baseUrl: whole.paper_writer_base_url,
      callsMax: 6,
      paperTokensMax: 200_000,
      inputPriceUsd: 0.5,
      outputPriceUsd: null,
      streamEnabled: false,
    });
  });

  it.each(['paper_writer_base_url', 'paper_writer_model', 'paper_writer_api_key'])(
    'stops the start without %s',
    (name) => {
      const lines = problemLines({ ...whole, [name]: undefined });
      expect(lines).toEqual([
        expect.stringMatching(
          new RegExp(`^${name}: is required while paper_writer_provider is "external_llm": .+`),
        ),
      ]);
    },
  );

  it.each(['http://models.example.org/v1', 'http://10.0.0.7:8000/v1'])(
    'sends its key over nothing that can be read on the way, such as %s',
    (url) => {
      expect(problemLines({ ...whole, paper_writer_base_url: url })).toEqual([
        expect.stringMatching(/^paper_writer_base_url: must begin with https:/),
      ]);
    },
  );

  it('never asks a metadata service', () => {
    const lines = problemLines({ ...whole, paper_writer_base_url: 'https://169.254.169.254/v1' });
    expect(lines).toEqual([expect.stringContaining('must not be a link-local address')]);
  });

  it.each(['http://127.0.0.1:8000/v1', 'http://localhost:8000/v1', 'https://10.0.0.7/v1'])(
    'may be at %s',
    (url) => {
      loadValid({ ...whole, paper_writer_base_url: url });
    },
  );

  it('needs room for one answer', () => {
    const lines = problemLines({ ...whole, paper_writer_paper_tokens_max: 12_000 });
    expect(lines).toEqual([expect.stringMatching(/^paper_writer_paper_tokens_max: must be more/)]);
  });
});

describe('weak points', () => {
  const weak = 'guess-me';
  const tokens = ['control_api_bearer_token', 'completion_callback_token'] as const;

  it.each(tokens)('refuses a short %s where others reach it, naming the field', (name) => {
    for (const host of ['0.0.0.0', '::', '10.0.0.7', 'gpu-1']) {
      const lines = problemLines({ [name]: weak, listen_host: host });
      expect(lines).toEqual([
        expect.stringMatching(
          new RegExp(
            `^${name}: must be at least 32 characters \\(it has 8\\) while listen_host is `,
          ),
        ),
      ]);
      expect(lines[0]).not.toContain(weak);
    }
  });

  it('refuses it where nothing is said about the address', () => {
    expect(problemLines({ control_api_bearer_token: 'x'.repeat(31) })).toHaveLength(1);
    loadValid({ control_api_bearer_token: `${'x'.repeat(31)}y` });
  });

  it('refuses one character repeated, however often', () => {
    expect(problemLines({ control_api_bearer_token: '0'.repeat(64) })).toEqual([
      expect.stringMatching(/^control_api_bearer_token: must not be one character repeated/),
    ]);
  });

  it('judges the tokens that this process accepts, and no others', () => {
    const gate = { worker_wake_gate_bearer_token: weak };
    expect(problemLines({ role: 'worker', ...gate })).toHaveLength(1);
    expect(problemLines({ role: 'all', ...gate })).toHaveLength(1);
    loadValid({ role: 'control', ...gate });
    loadValid({ role: 'worker', completion_callback_token: weak });
  });

  it('judges the token of a worker that comes by itself, and not of one that is called', () => {
    const targetAt = (url: string) => ({
      worker_targets: { lab: { wake_gate_url: url, bearer_token: weak } },
    });
    expect(problemLines({ role: 'control', ...targetAt('home://lab') })).toEqual([
      expect.stringMatching(/^worker_targets\.lab\.bearer_token: must be at least 32 characters/),
    ]);
    loadValid({ role: 'control', ...targetAt('http://lab:8787') });
    const { notices } = loadValid({ listen_host: '127.0.0.1', ...targetAt('home://lab') });
    expect(notices).toEqual([
      expect.stringMatching(/^worker_targets\.lab\.bearer_token can be guessed/),
    ]);
  });

  it.each(['127.0.0.1', '127.8.0.1', '::1', 'localhost', '::ffff:127.0.0.1'])(
    'only notes a short one on %s, without showing it',
    (host) => {
      const { notices } = loadValid({ control_api_bearer_token: weak, listen_host: host });
      expect(notices).toEqual([
        expect.stringMatching(/^control_api_bearer_token can be guessed: it must be at least 32/),
      ]);
      expect(notices[0]).not.toContain(weak);
    },
  );

  it('notes a control plane without any worker', () => {
    const { notices } = loadValid({ worker_wake_gate_url: undefined });
    expect(notices).toEqual([expect.stringMatching(/^no worker is configured/)]);
  });
});
