/**
 * The shipped systemd units: what keeps runs alive and secrets out stands in them, and systemd itself
 * accepts them (left out where there is no systemd-analyze).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../support/service-config.ts';

const pathOf = (unit: string): string => join(packageRoot, 'deploy', unit);
/** Settings of a unit, comments left out; the last of a name wins. */
function settingsOf(unit: string): Map<string, string> {
  const lines = readFileSync(pathOf(unit), 'utf8').split('\n');
  const settings = lines.filter((line) => /^[A-Z]\w*=/.test(line));
  return new Map(settings.map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]));
}
const canAnalyze = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0;
const units = ['orrery-worker.service', 'orrery-control.service'];

describe.each(units)('%s', (unit) => {
  it('is watched, hears from helpers, and does not try a wrong configuration again', () => {
    const settings = settingsOf(unit);
    expect(settings.get('Type')).toBe('notify');
    expect(settings.get('NotifyAccess')).toBe('all');
    expect(settings.get('WatchdogSec')).toBeDefined();
    expect(settings.get('RestartPreventExitStatus')).toBe('2 3');
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
