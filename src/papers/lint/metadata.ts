/** Rules for `metadata.json`: complete, and honest about how the paper came about. */

import { isRecord } from '../../lib/is-record.ts';
import { readJson } from '../../lib/strict-json.ts';
import { formRule } from './rules/form.ts';
import type { Finding, WordingRule } from './types.ts';
import { findWording, wordingRules } from './wording.ts';

const file = 'metadata.json';
const requiredTexts = [
  'title',
  'generated_at',
  'generated_by',
  'review_status',
  'released_by_role',
  'source_record_fingerprint',
  'source_system',
] as const;

/** Findings listed of one file. */
const findingsMax = 100;

/** Findings for the text of the file. */
export function lintMetadata(
  source: string,
  rules: readonly WordingRule[] = wordingRules,
): Finding[] {
  const invalid = formRule('metadata_invalid');
  const reading = readJson(source);
  if (!reading.ok)
    return [finding(invalid.id, reading.fault.line, reading.fault.message, invalid.fix)];
  if (!isRecord(reading.value)) return [finding(invalid.id, 1, 'not an object', invalid.fix)];
  const record = reading.value;
  const lineOf = (name: string): number => {
    const at = source.indexOf(JSON.stringify(name));
    return at < 0 ? 1 : source.slice(0, at).split('\n').length;
  };
  const findings: Finding[] = [];
  for (const name of requiredTexts) {
    const member = record[name];
    if (typeof member !== 'string' || member.trim() === '') {
      findings.push(finding('metadata_missing', lineOf(name), name, `give ${name} a value`));
    }
  }
  if (record.ai_generated !== true) {
    findings.push(
      finding(
        'metadata_provenance',
        lineOf('ai_generated'),
        'ai_generated is not true',
        'set ai_generated to true',
      ),
    );
  }
  if (record.human_authorship_claimed !== false) {
    findings.push(
      finding(
        'metadata_provenance',
        lineOf('human_authorship_claimed'),
        'human_authorship_claimed is not false',
        'set human_authorship_claimed to false',
      ),
    );
  }
  if (record.peer_reviewed === true) {
    findings.push(
      finding(
        'peer_review_claim',
        lineOf('peer_reviewed'),
        'peer_reviewed is true',
        'set peer_reviewed to false',
      ),
    );
  }
  for (const [name, member] of Object.entries(record)) {
    if (typeof member !== 'string') continue;
    if (findings.length >= findingsMax) break;
    for (const hit of findWording(member, rules)) {
      findings.push(
        finding(hit.rule.id, lineOf(name), `${name}: ${member.slice(0, 120)}`, hit.rule.fix),
      );
    }
  }
  return findings;
}

function finding(rule: string, line: number, excerpt: string, fix: string): Finding {
  return { rule, file, line, excerpt, fix };
}
