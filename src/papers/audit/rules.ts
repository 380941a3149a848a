/** What the audit finds, as data: one row a rule, with what to do about it. */

/** What is wrong, and what to do about it. Rules of the strict audit; those of `compat` alone say so. */
const rows = {
  empty_claims: ['The ledger holds no claim.', 'make claims from the result files'],
  missing_file: [
    'The ledger or the bundle is missing, no regular file, or too large.',
    'write the file',
  ],
  schema: [
    'The ledger or the bundle is not valid JSON, names a member twice, or lacks its lists.',
    'write it as its schema says, each name once',
  ],
  missing_result_file: [
    'A file that bundle or ledger name is not there and not declared unavailable.',
    'include the file, or declare it unavailable',
  ],
  unavailable_incomplete: [
    'A declaration of an unavailable file lacks reason, hash, size or surrogate.',
    'complete the declaration',
  ],
  unlisted_file: [
    'A file of a version 3 paper is listed by neither manifest nor bundle.',
    'list the file in manifest or bundle, or delete it',
  ],
  hash_mismatch: [
    'A file has another hash than is stated.',
    'state the hash of the file that is published',
  ],
  size_mismatch: [
    'A file has another size than is stated.',
    'state the size of the file that is published',
  ],
  unsupported_claim: ['A claim is marked as unsupported.', 'drop the claim or find evidence'],
  claim_without_evidence: ['A claim has no reference.', 'refer to a result file'],
  self_evidence: ['A claim refers to nothing but the paper itself.', 'refer to a result file'],
  reference_without_hash: [
    'A reference of a version 3 ledger states no hash.',
    'state the hash of the file',
  ],
  unreadable_evidence: [
    'A file that a pointer leads into cannot be read as JSON, JSON Lines or CSV.',
    'mend the file where it is said, or drop the pointer',
  ],
  pointer_unresolved: ['A pointer leads to nothing in its file.', 'point at a member that exists'],
  value_mismatch: [
    'The file holds another value than the ledger states.',
    'state the value of the file',
  ],
} as const satisfies Record<string, readonly [sentence: string, fix: string]>;

/** In the order of the page. */
export const auditRules = Object.entries(rows).map(([id, [sentence, fix]]) => ({
  id,
  sentence,
  fix,
}));
/** Id of a rule of the audit. */
export type AuditRuleId = keyof typeof rows;

/** What to do about a finding of that rule. */
export const auditFix = (id: AuditRuleId): string => rows[id][1];
