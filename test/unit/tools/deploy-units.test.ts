/**
 * The shipped systemd units: what keeps runs alive and secrets out stands in them, and systemd itself
 * accepts them (left out where there is no systemd-analyze).
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../support/service-config.ts';

const pathOf = (unit: string): string => join(packageRoot, 'deploy', unit);
/** Settings of a unit, comments left out; the last of a name wins. */
function settingsOf(...files: readonly string[]): Map<string, string> {
  const lines = files.flatMap((file) => readFileSync(pathOf(file), 'utf8').split('\n'));
  const settings = lines.filter((line) => /^[A-Z]\w*=/.test(line));
  return new Map(settings.map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]));
}
const canAnalyze = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0;
const canChangeAccount =
  process.getuid?.() === 0 && spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0;
const units = ['orrery-worker.service', 'orrery-control.service'];

describe.each(units)('%s', (unit) => {
  it('is watched, hears from helpers, and does not try a wrong configuration again', () => {
    const settings = settingsOf(unit);
    expect(settings.get('Type')).toBe('notify');
    expect(settings.get('NotifyAccess')).toBe('all');
    expect(settings.get('WatchdogSec')).toBeDefined();
    expect(settings.get('RestartPreventExitStatus')).toBe('2 3');
  });

  it('starts after the network, and after the clock was set where the machine waits for that', () => {
    expect(settingsOf(unit).get('After')).toMatch(
      /^network-online\.target (.* )?time-sync\.target$/,
    );
  });

  it('holds no secret: tokens stand in the configuration', () => {
    expect(readFileSync(pathOf(unit), 'utf8')).not.toMatch(/^[^#]*(?:token|password|secret)\w*=/im);
  });

  it.skipIf(!canAnalyze)('is accepted by systemd', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', pathOf(unit)], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('orrery-worker.service', () => {
  const settings = settingsOf('orrery-worker.service');

  it('ends the gate alone, also when the kernel kills a run for its memory', () => {
    expect(settings.get('KillMode')).toBe('process');
    expect(settings.get('OOMPolicy')).toBe('continue');
    expect(settings.get('Delegate')).toBe('yes');
  });

  it.each([
    'ProtectProc',
    'ProcSubset',
    'PrivateDevices',
    'PrivateTmp',
    'PrivateUsers',
    'ProtectControlGroups',
    'MemoryMax',
    'RemoveIPC',
  ])('does not set %s, which runs or the gate could not live with', (name) => {
    expect(settings.has(name)).toBe(false);
  });
});

describe('orrery-worker.service with the drop-in for accounts of agents', () => {
  const unit = 'orrery-worker.service';
  const dropIn = 'orrery-worker-agent-account.conf';
  const settings = settingsOf(unit, dropIn);
  const rights = settings.get('AmbientCapabilities')?.split(' ') ?? [];

  it.skipIf(!canAnalyze)('is accepted by systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-units-'));
    try {
      mkdirSync(join(folder, `${unit}.d`));
      copyFileSync(pathOf(unit), join(folder, unit));
      copyFileSync(pathOf(dropIn), join(folder, `${unit}.d`, 'agent-account.conf'));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, unit)], {
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has no setting that takes away what changing the account needs', () => {
    expect(rights.toSorted()).toEqual([
      'CAP_DAC_READ_SEARCH',
      'CAP_KILL',
      'CAP_SETGID',
      'CAP_SETUID',
      'CAP_SYS_PTRACE',
    ]);
    // Each of these would take the rights back, or hide the account or its processes.
    for (const name of ['CapabilityBoundingSet', 'PrivateUsers', 'SecureBits', 'DynamicUser'])
      expect([name, settings.get(name)]).toEqual([name, undefined]);
    for (const name of ['SystemCallFilter', 'ProtectProc', 'RestrictSUIDSGID', 'KeyringMode'])
      expect([name, settings.get(name)]).toEqual([name, undefined]);
    expect(settings.get('ProtectSystem')).toBe('full');
  });

  it('lets that account through to project_root and shares files with its group', () => {
    expect(settings.get('StateDirectoryMode')).toBe('0710');
    expect(settings.get('UMask')).toBe('0007');
  });

  it.skipIf(!canChangeAccount)(
    'starts agents, and ends them, with these rights alone',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'orrery-account-'));
      const [project, run] = [join(folder, 'p'), join(folder, 'p', 'run')];
      // What systemd does before it starts the service, with accounts that every Debian has.
      const withRights = (...command: readonly string[]) => {
        const caps = rights.map((name) => `+${name.slice('CAP_'.length).toLowerCase()}`).join(',');
        const noNew = settings.get('NoNewPrivileges') === 'yes' ? ['--no-new-privs'] : [];
        const args = ['--reuid=daemon', '--regid=nogroup', '--clear-groups', ...noNew];
        const taken = [`--inh-caps=-all,${caps}`, `--ambient-caps=-all,${caps}`];
        const sh = ['sh', '-c', `umask ${settings.get('UMask')}; exec "$@"`, 'sh', ...command];
        return spawnSync('setpriv', [...args, ...taken, '--', ...sh], {
          encoding: 'utf8',
          cwd: folder,
          env: {
            PATH: process.env['PATH'],
            ORRERY_AGENT_ACCOUNT: 'nobody',
            ORRERY_PROJECT_DIR: project,
            ORRERY_RUN_DIR: run,
            ORRERY_AGENT_COMMAND:
              'id -un >who; grep -E "^(CapPrm|CapEff|CapAmb|NoNewPrivs)" /proc/self/status >>who; mkdir left; mkfifo said; echo $$ >said; exec sleep 1000',
          },
        });
      };
      let group: number | undefined;
      try {
        copyFileSync(
          join(packageRoot, 'scripts', 'dispatch-agent.sh'),
          join(folder, 'dispatch.sh'),
        );
        chmodSync(folder, 0o755);
        mkdirSync(run, { recursive: true });
        // As docs/agents.md says: the group of the gate, which the agent belongs to.
        spawnSync('chown', ['-R', 'daemon:nogroup', project]);
        for (const path of [project, run]) chmodSync(path, 0o2770);
        const started = withRights('sh', join(folder, 'dispatch.sh'));
        expect([started.status, started.stderr]).toEqual([0, '']);
        group = (JSON.parse(started.stdout) as { pgid: number }).pgid;
        const untilSaid = 'while [ ! -p p/said ]; do sleep 0.05; done; cat p/said';
        const agent = withRights('sh', '-c', untilSaid).stdout.trim();
        expect(readFileSync(join(project, 'who'), 'utf8').split(/\s+/)).toEqual(
          expect.arrayContaining(['nobody', 'NoNewPrivs:', '1']),
        );
        expect(readFileSync(join(project, 'who'), 'utf8')).toMatch(
          /CapPrm:\t0+\nCapEff:\t0+\nCapAmb:\t0+\n/,
        );
        expect(withRights('cat', `/proc/${agent}/environ`).stdout).toContain('ORRERY_RUN_DIR');
        expect(withRights('cat', `/proc/${agent}/io`).stdout).toContain('read_bytes');
        expect(withRights('rmdir', join(project, 'left')).stderr).toBe('');
        expect(withRights('kill', agent).status).toBe(0);
        const over = `while [ ! -f ${run}/exit_code ]; do sleep 0.05; done; cat ${run}/exit_code`;
        expect(withRights('sh', '-c', over).stdout.trim()).toBe('143');
        group = undefined;
      } finally {
        if (group !== undefined) process.kill(-group, 'SIGKILL');
        rmSync(folder, { recursive: true });
      }
    },
  );
});
