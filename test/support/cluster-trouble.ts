/** A way to a cluster that fails at a chosen command: before it ran, after it, with another answer, or too late. */
import type {
  ClusterCommand,
  CommandOutcome,
  CommandRunner,
} from '../../src/clusters/command-runner.ts';

export const troubles = ['lost before', 'lost after', 'garbage'] as const;
export type Trouble = (typeof troubles)[number];

const lost: CommandOutcome = { kind: 'unclear', why: 'the connection was lost' };

export interface TroubledRunner extends CommandRunner {
  /** Commands that were asked for so far. */
  readonly asked: readonly ClusterCommand[];
}

/** `plan` says what happens to a command; undefined: what ought to. */
export function troubledRunner(
  runner: CommandRunner,
  plan: (command: ClusterCommand, place: number) => Trouble | undefined,
): TroubledRunner {
  const asked: ClusterCommand[] = [];
  return {
    asked,
    account: runner.account,
    close: () => runner.close(),
    async run(command) {
      asked.push(command);
      const trouble = plan(command, asked.length - 1);
      if (trouble === 'lost before') return lost;
      const outcome = await runner.run(command);
      if (trouble === 'lost after') return lost;
      return trouble === 'garbage'
        ? { kind: 'ended', code: 0, stdout: Buffer.from('Welcome!\n17|\n'), stderr: '' }
        : outcome;
    },
  };
}

/** The program of a command, without what sets its environment. */
export const programOf = ({ argv }: ClusterCommand): string =>
  argv.find((word) => word !== 'env' && !word.includes('=')) ?? '';
