/**
 * Slurm's commands, and a shell for the scripts of a job's folder, in memory: strict in what they take, and without
 * mercy in what they promise. A job begins only when it is told to, a list forgets what is over when it is told to.
 */
import { expect } from 'vitest';
import type {
  ClusterCommand,
  CommandOutcome,
  CommandRunner,
} from '../../src/clusters/command-runner.ts';
import { folderScripts } from '../../src/clusters/slurm/folder.ts';
import { takenCode } from '../../src/clusters/slurm/script.ts';
import type { SlurmResources } from '../../src/config/slurm-target.ts';
import { programOf } from './cluster-trouble.ts';

interface FakeJob {
  readonly id: number;
  readonly name: string;
  readonly folder: string;
  state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'NODE_FAIL';
  exit: number;
  /** Whether slurmctld still knows it. */
  isRemembered: boolean;
}

/** A job that asks for nothing. */
export const noResources: SlurmResources = {
  partition: null,
  account: null,
  qos: null,
  gres: null,
  cpus: null,
  memoryMib: null,
  timeLimitMs: null,
  constraint: null,
};

export class FakeSlurm {
  readonly jobs: FakeJob[] = [];
  /** Jobs whose program began, by the folder of their run. */
  readonly began: { readonly folder: string; readonly id: number }[] = [];
  readonly #files = new Map<string, Map<string, string>>();
  readonly #keepsAccounts: boolean;
  /** What a submission that is only tried is answered. */
  trial = (_args: readonly string[]): CommandOutcome => ended('', 0, 'sbatch: Job 1 to start');
  isFolderWritable = true;
  /** The partition is one of `Hidden=YES`: squeue names no job there, not to its owner either, unless asked for all. */
  isHidden = false;

  constructor(keepsAccounts: boolean) {
    this.#keepsAccounts = keepsAccounts;
  }

  readonly runner: CommandRunner = {
    account: 'lab',
    close: () => {},
    run: (command) => Promise.resolve(this.carryOut(command)),
  };

  /** Starts the `nth` of the jobs that may start: singletons wait for those of their name before them. */
  begin(nth: number): void {
    const ready = this.jobs.filter(
      (job) =>
        job.state === 'PENDING' &&
        !this.jobs.some(
          (other) => other.name === job.name && other.id < job.id && isLive(other.state),
        ),
    );
    const job = ready[nth % Math.max(1, ready.length)];
    if (job === undefined) return;
    job.state = 'RUNNING';
    const files = this.#files.get(job.folder) ?? expect.fail('a job without a folder');
    if (!files.has('claim')) {
      files.set('claim', `claim ${job.id}.0 1795494794 n1\n`);
      this.began.push({ folder: job.folder, id: job.id });
    } else this.#finish(job, takenCode);
  }

  /** Ends the `nth` of those that run, by itself or with its node. */
  end(nth: number, how: 'exit' | 'node'): void {
    const running = this.jobs.filter(({ state }) => state === 'RUNNING');
    const job = running[nth % Math.max(1, running.length)];
    if (job === undefined) return;
    if (how === 'node') job.state = 'NODE_FAIL';
    else {
      this.#files.get(job.folder)?.set('ended', 'ended 0 1795494799\n');
      this.#finish(job, 0);
    }
  }

  /** slurmctld forgets all that is over. */
  forget(): void {
    for (const job of this.jobs) if (!isLive(job.state)) job.isRemembered = false;
  }

  #finish(job: FakeJob, code: number): void {
    job.exit = code;
    job.state = code === 0 ? 'COMPLETED' : 'FAILED';
  }

  carryOut(command: ClusterCommand): CommandOutcome {
    const args = command.argv.slice(command.argv.indexOf(programOf(command)) + 1);
    switch (programOf(command)) {
      case 'sh':
        return this.#shell(args, command.stdin?.toString() ?? '');
      case 'sbatch':
        return this.#sbatch(args, command.stdin?.toString() ?? '');
      case 'squeue':
        return this.#list(
          args,
          this.jobs.filter((job) => job.isRemembered && (!this.isHidden || args.includes('--all'))),
          (exit) => exit << 8,
        );
      case 'sacct':
        if (this.#keepsAccounts) return this.#list(args, this.jobs, (exit) => `${exit}:0`);
        return ended('', 1, 'Slurm accounting storage is disabled');
      case 'scancel':
        return this.#scancel(args);
      default:
        return expect.fail(`no such command: ${command.argv.join(' ')}`);
    }
  }

  #shell(
    [option, script, , folder = '', ...rest]: readonly string[],
    stdin: string,
  ): CommandOutcome {
    expect(option).toBe('-c');
    const files = this.#files.get(folder);
    switch (script) {
      case folderScripts.writable:
        return ended('', this.isFolderWritable ? 0 : 1);
      case folderScripts.make:
        this.#files.set(folder, files ?? new Map());
        return ended('');
      case folderScripts.put:
        expect(rest[1]).toBe(String(Buffer.byteLength(stdin)));
        files?.set(rest[0]!, stdin);
        return ended('', files === undefined ? 1 : 0);
      case folderScripts.read:
        return ended(
          `${['claim', 'cancelled', 'ended'].map((name) => files?.get(name) ?? '').join('')}whole\n`,
        );
      case folderScripts.callOff: {
        const mark = 'claim cancelled 1795494794 -\n';
        const own = files ?? new Map<string, string>();
        this.#files.set(folder, own.set('cancelled', mark));
        if (!own.has('claim')) own.set('claim', mark);
        return ended('');
      }
      default:
        return expect.fail(`no such script: ${script}`);
    }
  }

  #sbatch(args: readonly string[], script: string): CommandOutcome {
    const of = (name: string): string =>
      args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ??
      expect.fail(`sbatch without --${name}`);
    expect(args).toEqual(expect.arrayContaining(['--parsable', '--no-requeue', '--export=NONE']));
    expect(of('dependency')).toBe('singleton');
    expect(script).toMatch(/^#!\/bin\/sh\n/);
    expect(script).not.toContain('hush');
    if (args.includes('--test-only')) return this.trial(args);
    const job = { name: of('job-name'), folder: of('chdir'), exit: 0, isRemembered: true };
    const id = this.jobs.length + 1;
    this.jobs.push({ ...job, id, state: 'PENDING' });
    return ended(`${id}\n`);
  }

  #list(
    args: readonly string[],
    jobs: readonly FakeJob[],
    toExit: (exit: number) => string | number,
  ): CommandOutcome {
    expect(args).toContain('--user=lab');
    const rows = jobs
      .filter(({ name }) => args.includes(`--name=${name}`))
      .map(({ id, name, state, exit }) =>
        [id, name, state, 'None', toExit(exit), 'n1', '1795494794', ''].join('|'),
      );
    return ended(rows.map((row) => `${row}\n`).join(''));
  }

  #scancel(args: readonly string[]): CommandOutcome {
    for (const job of this.jobs) {
      const isMeant = args.includes(`--name=${job.name}`)
        ? args.includes('--user=lab')
        : args.includes(String(job.id)) && args.includes('--state=PENDING');
      const state = args.includes('--state=PENDING') ? ['PENDING'] : ['PENDING', 'RUNNING'];
      if (isMeant && state.includes(job.state)) job.state = 'CANCELLED';
    }
    return ended('');
  }
}

const isLive = (state: FakeJob['state']): boolean => state === 'PENDING' || state === 'RUNNING';
export const ended = (stdout: string, code = 0, stderr = ''): CommandOutcome => ({
  kind: 'ended',
  code,
  stdout: Buffer.from(stdout),
  stderr,
});
