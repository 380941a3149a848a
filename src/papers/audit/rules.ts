/** What the audit finds, as data: one row a rule, with what to do about it. */

/** Rules of the strict audit; those of `compat` alone say so. */
export const auditRules = [
  {
    id: 'empty_claims',
    sentence: 'The ledger holds no claim.',
    fix: 'make claims from the result files',
  },
  {
    id: 'missing_file',
    sentence: 'The ledger or the bundle is missing, no regular file, or too large.',
    fix: 'write the file',
  },
  {
    id: 'schema',
    sentence:
      'The ledger or the bundle is not valid JSON, names a member twice, or lacks its lists.',
    fix: 'write it as its schema says, each name once',
  },
  {
    id: 'missing_result_file',
    sentence: 'A file that bundle or ledger name is not there and not declared unavailable.',
    fix: 'include the file, or declare it unavailable',
  },
  {
    id: 'unavailable_incomplete',
    sentence: 'A declaration of an unavailable file lacks reason, hash, size or surrogate.',
    fix: 'complete the declaration',
  },
  {
    id: 'unlisted_file',
    sentence: 'A file of a version 3 paper is listed by neither manifest nor bundle.',
    fix: 'list the file in manifest or bundle, or delete it',
  },
  {
    id: 'hash_mismatch',
    sentence: 'A file has another hash than is stated.',
    fix: 'state the hash of the file that is published',
  },
  {
    id: 'size_mismatch',
    sentence: 'A file has another size than is stated.',
    fix: 'state the size of the file that is published',
  },
  {
    id: 'unsupported_claim',
    sentence: 'A claim is marked as unsupported.',
    fix: 'drop the claim or find evidence',
  },
  {
    id: 'claim_without_evidence',
    sentence: 'A claim has no reference.',
    fix: 'refer to a result file',
  },
  {
    id: 'self_evidence',
    sentence: 'A claim refers to nothing but the paper itself.',
    fix: 'refer to a result file',
  },
  {
    id: 'reference_without_hash',
    sentence: 'A reference of a version 3 ledger states no hash.',
    fix: 'state the hash of the file',
  },
  {
    id: 'unreadable_evidence',
    sentence: 'A file that a pointer leads into cannot be read as JSON, JSON Lines or CSV.',
    fix: 'mend the file where it is said, or drop the pointer',
  },
  {
    id: 'pointer_unresolved',
    sentence: 'A pointer leads to nothing in its file.',
    fix: 'point at a member that exists',
  },
  {
    id: 'value_mismatch',
    sentence: 'The file holds another value than the ledger states.',
    fix: 'state the value of the file',
  },
] as const;
/** Id of a rule of the audit. */
export type AuditRuleId = (typeof auditRules)[number]['id'];

const fixes = new Map<string, string>(auditRules.map(({ id, fix }) => [id, fix]));

/** What to do about a finding of that rule. */
export function auditFix(id: AuditRuleId): string {
  return fixes.get(id) ?? '';
}
