/** Keeps a process of ours from a fault of V8 that would end it in the middle of its work. */

/** The first Node that is kept from it: 26.0.0 to 26.12.1 were seen to have it, 20, 22 and 24 not. */
const majorMin = 25;

/**
 * What a process is started with where Node has the fault. V8 interprets a regular expression once and compiles it at its
 * second use; there it calls the compiled code at times where there is none yet, and the process ends by SIGSEGV, as every
 * other one did that wrote some hundred papers. With this flag each is compiled at its first use, and the fault has no place.
 * `bin/orrery.mjs` sets the same for the program itself.
 */
export function flagsAgainstRegexpFault(version: string = process.versions.node): string[] {
  return Number.parseInt(version, 10) >= majorMin ? ['--regexp-tier-up-ticks=0'] : [];
}
