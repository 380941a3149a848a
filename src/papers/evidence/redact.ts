/** Secrets and personal paths are taken out of evidence before it is copied next to a paper. */

interface RedactionRule {
  readonly id: string;
  readonly pattern: RegExp;
  /** Replacement, with `$1` for what stays in front. */
  readonly replacement: string;
}

/** Each replaces only text, never a bare number, so that no metric changes. */
const rules: readonly RedactionRule[] = [
  {
    id: 'bearer_token',
    pattern: /\b(Bearer\s+)[A-Za-z0-9._~+/-]{16,}=*/g,
    replacement: '$1(redacted)',
  },
  {
    id: 'provider_key',
    pattern:
      /\b(?:sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|hf_[A-Za-z0-9]{20,}|AKIA[0-9A-Z]{16})\b/g,
    replacement: '(redacted)',
  },
  {
    id: 'named_secret',
    pattern:
      /\b((?:api[_-]?key|auth[_-]?token|access[_-]?token|secret|password)["']?\s*[:=]\s*["']?)(?=[^\s"',]*[A-Za-z])[^\s"',]{8,}/gi,
    replacement: '$1(redacted)',
  },
  {
    id: 'home_path',
    pattern: /(\/(?:home|Users)\/)[A-Za-z0-9._-]+/g,
    replacement: '$1(redacted)',
  },
];

interface Redaction {
  readonly rule: string;
  readonly count: number;
}

/** `text` without what the rules name, and how often each rule applied. */
export function redactText(text: string): { text: string; redactions: Redaction[] } {
  const redactions: Redaction[] = [];
  let result = text;
  for (const rule of rules) {
    const count = [...result.matchAll(rule.pattern)].length;
    if (count === 0) continue;
    result = result.replace(rule.pattern, rule.replacement);
    redactions.push({ rule: rule.id, count });
  }
  return { text: result, redactions };
}
