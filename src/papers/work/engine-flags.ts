/** How V8 is to run a process that works on papers. */

/** From this version on V8 has no such bound: what is hot counts calls. */
const withoutBudget = 12;

/** Flags of V8 for its `version`, as `process.versions.v8` has it, such as 11.3.244.8-node.34; each is one that it knows. */
export function engineFlags(version: string): readonly string[] {
  // The verifier's tables of words are large expressions, each of which V8 would make twice: first to be interpreted.
  const flags = ['--no-regexp-tier-up'];
  // Four times V8's own bound: optimising what is hot took a quarter of the processor time of the first hundreds of
  // papers, and takes half of that where code must run longer to be hot.
  if (Number.parseInt(version, 10) < withoutBudget) flags.push('--interrupt-budget=270336');
  return flags;
}
