/** The port to the commands of a cluster: on this machine, or on one that is logged in to. */

/** A command to be run; the arguments reach the program as they are, whatever stands in them. */
export interface ClusterCommand {
  readonly argv: readonly [string, ...string[]];
  readonly stdin?: Buffer;
  /** Of what it prints; more makes the answer unclear. */
  readonly outputBytesMax?: number;
}

/** How a command ended. */
export type CommandOutcome =
  /** The program ended by itself; `stdout` is whole, `stderr` the last of what it said. */
  | {
      readonly kind: 'ended';
      readonly code: number;
      readonly stdout: Buffer;
      readonly stderr: string;
    }
  /**
   * Late, cut off, killed or too long an answer. It may have done all, a part or nothing of what it was to do,
   * and may still be doing it.
   */
  | { readonly kind: 'unclear'; readonly why: string };

/** Runs commands on a machine of the cluster. */
export interface CommandRunner {
  /** The account that they run under: jobs are looked for among its own. */
  readonly account: string;
  /** Never rejects. */
  run(command: ClusterCommand): Promise<CommandOutcome>;
  close(): void;
}

/** Of the output of a command that asked for no other bound. */
export const commandOutputBytesMax = 1024 * 1024;
/** Of what a command says on standard error; the last of it is kept. */
export const commandErrorCharsMax = 2000;
/** Exit status of a shell for a program that is not there (POSIX.1-2017, Shell Command Language, 2.8.2). */
export const notFoundCode = 127;
