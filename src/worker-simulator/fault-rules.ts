/** Hands out each fault as often as its rule says, in the order of the rules. */

/** A source of faults: the next that fits, or undefined; what was handed out is used up. */
export function createFaultRules<Rule extends { readonly on: string; readonly times: number }>(
  rules: readonly Rule[],
): (topic: string) => Rule | undefined {
  const left = rules.map((rule) => ({ rule, times: rule.times }));
  return (topic) => {
    const found = left.find(({ rule, times }) => times > 0 && ['any', topic].includes(rule.on));
    if (found === undefined) return undefined;
    found.times -= 1;
    return found.rule;
  };
}
