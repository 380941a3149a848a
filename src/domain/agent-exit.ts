/** What an agent's exit status says, in words for an operator. Codes above 128 are a shell's for signals. */

const signalNames: Readonly<Record<number, string>> = {
  1: 'HUP',
  2: 'INT',
  3: 'QUIT',
  4: 'ILL',
  6: 'ABRT',
  7: 'BUS',
  8: 'FPE',
  9: 'KILL',
  11: 'SEGV',
  13: 'PIPE',
  15: 'TERM',
  24: 'XCPU',
  25: 'XFSZ',
  31: 'SYS',
};
const signalMax = 64;

/** How the agent ended. Null: no status was noted, which says neither success nor failure. */
export function describeAgentExit(exitCode: number | null): string {
  if (exitCode === null) {
    return 'no exit status of the agent is known: it was killed together with the shell that notes it, or its dispatch script notes none';
  }
  if (exitCode === 0) return 'the agent ended with exit status 0';
  if (exitCode === 126) {
    return 'the agent command could not be run (exit status 126); make its file executable';
  }
  if (exitCode === 127) {
    return "the agent command was not found (exit status 127); check agent_command and the worker's PATH";
  }
  const signal = exitCode - 128;
  if (signal > 0 && signal <= signalMax) {
    const name = signalNames[signal];
    const cause = signal === 9 ? '; often the machine was out of memory' : '';
    const words = name === undefined ? `signal ${signal}` : `signal ${signal} (${name})`;
    return `the agent was ended by ${words}, exit status ${exitCode}${cause}`;
  }
  return `the agent failed with exit status ${exitCode}`;
}
