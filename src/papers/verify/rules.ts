/** What the verifier finds, one row a rule. Its problems bear these ids; docs/verifier-rules.md shows the rows. */

interface Row {
  readonly id: string;
  /** Where it is looked for. */
  readonly of: 'folder' | 'evidence' | 'claims' | 'drafts' | 'readings';
  /** What is wrong, as one sentence. */
  readonly sentence: string;
}

/** In the order of the page. */
export const verifierRules = [
  {
    id: 'missing_file',
    of: 'folder',
    sentence: 'A file of the paper is missing or cannot be read.',
  },
  { id: 'schema', of: 'folder', sentence: 'Ledger or bundle have not the shape of version 3.' },
  { id: 'manifest_hash', of: 'folder', sentence: 'A file is not the one that the manifest lists.' },
  {
    id: 'earlier_edition',
    of: 'folder',
    sentence: 'The paper was written by an earlier edition, whose claims cannot be made again.',
  },
  { id: 'identity', of: 'folder', sentence: 'Ledger and bundle are of different papers.' },
  { id: 'title', of: 'folder', sentence: 'The metadata bear another title than the draft.' },
  {
    id: 'self_evidence',
    of: 'evidence',
    sentence: 'A part of the paper is listed as its evidence.',
  },
  {
    id: 'evidence_missing',
    of: 'evidence',
    sentence: 'An evidence file is not there or not readable.',
  },
  {
    id: 'evidence_size',
    of: 'evidence',
    sentence: 'An evidence file has another size than is stated.',
  },
  {
    id: 'evidence_hash',
    of: 'evidence',
    sentence: 'An evidence file has another hash than is stated.',
  },
  { id: 'merkle_root', of: 'evidence', sentence: 'The files give another Merkle root.' },
  {
    id: 'metric_value',
    of: 'evidence',
    sentence: 'A number of the bundle is not what its place holds.',
  },
  { id: 'metric_unit', of: 'evidence', sentence: 'A number of the bundle is in another unit.' },
  { id: 'idea', of: 'evidence', sentence: 'The idea is not that of its file.' },
  {
    id: 'registration',
    of: 'evidence',
    sentence: 'What was registered before the run is not what its file and its hash say.',
  },
  {
    id: 'limitation',
    of: 'evidence',
    sentence:
      'What the bundle says was left out is not so, comes in no known shape, or is not told at all.',
  },
  { id: 'empty_claims', of: 'claims', sentence: 'The ledger holds no claim.' },
  { id: 'unsupported_count', of: 'claims', sentence: 'Unsupported claims are counted otherwise.' },
  {
    id: 'claim_id',
    of: 'claims',
    sentence: 'A claim stands at another place than its number says.',
  },
  { id: 'claim_without_evidence', of: 'claims', sentence: 'A claim refers to nothing.' },
  { id: 'claim_file', of: 'claims', sentence: 'A claim refers to a file that is no evidence.' },
  { id: 'claim_hash', of: 'claims', sentence: 'A claim states another hash of its file.' },
  {
    id: 'claim_value',
    of: 'claims',
    sentence: 'A claim states another value than its place or formula gives.',
  },
  {
    id: 'claim_quote',
    of: 'claims',
    sentence: 'A claim prints its value otherwise than the rule of rounding allows.',
  },
  {
    id: 'claim_reference',
    of: 'claims',
    sentence: 'A claim refers to other places than its formula reads.',
  },
  {
    id: 'claim_formula',
    of: 'claims',
    sentence: 'A formula has no value, or its claim cannot be made of it.',
  },
  { id: 'claim_kind', of: 'claims', sentence: 'A claim is of another kind.' },
  { id: 'claim_unit', of: 'claims', sentence: 'A claim is in another unit.' },
  { id: 'claim_label', of: 'claims', sentence: 'The file gives the thing another name.' },
  { id: 'claim_subject', of: 'claims', sentence: 'A claim is about another case.' },
  { id: 'claim_quantity', of: 'claims', sentence: 'A claim is of another quantity.' },
  { id: 'claim_n', of: 'claims', sentence: 'Another count of raw values stands behind a claim.' },
  {
    id: 'claim_setting',
    of: 'claims',
    sentence: 'Somebody else chose a setting, or it was measured.',
  },
  {
    id: 'claim_comparison',
    of: 'claims',
    sentence: 'Subject, baseline or direction of a comparison differ.',
  },
  {
    id: 'claim_outcome',
    of: 'claims',
    sentence: 'The outcome is not what criterion and value give.',
  },
  {
    id: 'claim_replication',
    of: 'claims',
    sentence: 'The replication is not what the result files of both runs give.',
  },
  {
    id: 'outcome_contradicted',
    of: 'claims',
    sentence: 'The decision record contradicts the outcome.',
  },
  {
    id: 'claim_text',
    of: 'claims',
    sentence: 'A claim is worded otherwise than its members give.',
  },
  { id: 'claim_use', of: 'claims', sentence: 'The ledger says otherwise where a claim is cited.' },
  { id: 'citation', of: 'claims', sentence: 'A cited work has no entry in references.bib.' },
  {
    id: 'citation_metadata',
    of: 'claims',
    sentence:
      'Names, year or title of a cited work differ from its entry; no word on whether it exists.',
  },
  {
    id: 'number_without_claim',
    of: 'drafts',
    sentence: 'A number is not the value of a claim cited beside it.',
  },
  { id: 'unit', of: 'drafts', sentence: 'A number stands in another unit than its claim.' },
  {
    id: 'name',
    of: 'drafts',
    sentence:
      'A number stands for another quantity, statistic or case than its claim: by the words beside it, by the name next to it in a list, by who is compared with whom, by the record of its row, by the file in the caption, or as the end of a list that it is not.',
  },
  {
    id: 'word_without_claim',
    of: 'drafts',
    sentence: 'A word of result is not licensed by what its sentence cites.',
  },
  {
    id: 'observation',
    of: 'drafts',
    sentence: 'The record is cited for other words than it holds.',
  },
  {
    id: 'quote',
    of: 'drafts',
    sentence: 'Words are said to be the record’s or the notes’ and are not.',
  },
  {
    id: 'declared_kind',
    of: 'drafts',
    sentence: 'A text that is declared to be no result is not what its kind says.',
  },
  {
    id: 'declared_count',
    of: 'drafts',
    sentence: 'Such a text stands there more or less often than is declared.',
  },
  {
    id: 'strange_character',
    of: 'drafts',
    sentence: 'A character cannot be seen, turns the writing, or only looks like another.',
  },
  {
    id: 'unreadable_line',
    of: 'drafts',
    sentence: 'A line holds markup or commands that the renderer does not write.',
  },
  { id: 'figure', of: 'drafts', sentence: 'A figure does not plot the values of its claims.' },
  {
    id: 'citation_target',
    of: 'drafts',
    sentence: 'A citation leads to no line of the appendix, or to two.',
  },
  {
    id: 'appendix_line',
    of: 'drafts',
    sentence: 'A line of the appendix says otherwise what its claim is of or where it was read.',
  },
  {
    id: 'drafts_differ',
    of: 'readings',
    sentence: 'Markdown and LaTeX do not print the same lines.',
  },
  {
    id: 'readings_differ',
    of: 'readings',
    sentence:
      'Markdown, LaTeX and the text of the PDF do not print the same numbers, citations, and numbers before citations, as often.',
  },
] as const satisfies readonly Row[];

/** Names a rule in a problem. */
export type RuleId = (typeof verifierRules)[number]['id'];
