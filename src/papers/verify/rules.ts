/** What the verifier finds: its problems bear these ids, and docs/verifier-rules.md shows the sentences. */

/** By where it is looked for, in the order of the page: what is wrong, as one sentence. */
export const verifierRules = {
  folder: {
    missing_file: 'A file of the paper is missing or cannot be read.',
    schema: 'Ledger or bundle have not the shape of version 3.',
    manifest_hash: 'A file is not the one that the manifest lists.',
    earlier_edition:
      'The paper was written by an earlier edition, whose claims cannot be made again.',
    identity: 'Ledger and bundle are of different papers.',
    title: 'The metadata bear another title than the draft.',
  },
  evidence: {
    self_evidence: 'A part of the paper is listed as its evidence.',
    evidence_missing: 'An evidence file is not there or not readable.',
    evidence_size: 'An evidence file has another size than is stated.',
    evidence_hash: 'An evidence file has another hash than is stated.',
    merkle_root: 'The files give another Merkle root.',
    metric_value: 'A number of the bundle is not what its place holds.',
    metric_unit: 'A number of the bundle is in another unit.',
    idea: 'The idea is not that of its file.',
    registration: 'What was registered before the run is not what its file and its hash say.',
    limitation:
      'What the bundle says was left out is not so, comes in no known shape, or is not told at all.',
  },
  claims: {
    empty_claims: 'The ledger holds no claim.',
    unsupported_count: 'Unsupported claims are counted otherwise.',
    claim_id: 'A claim stands at another place than its number says.',
    claim_without_evidence: 'A claim refers to nothing.',
    claim_file: 'A claim refers to a file that is no evidence.',
    claim_hash: 'A claim states another hash of its file.',
    claim_value: 'A claim states another value than its place or formula gives.',
    claim_quote: 'A claim prints its value otherwise than the rule of rounding allows.',
    claim_reference: 'A claim refers to other places than its formula reads.',
    claim_formula: 'A formula has no value, or its claim cannot be made of it.',
    claim_kind: 'A claim is of another kind.',
    claim_unit: 'A claim is in another unit.',
    claim_label: 'The file gives the thing another name.',
    claim_subject: 'A claim is about another case.',
    claim_quantity: 'A claim is of another quantity.',
    claim_n: 'Another count of raw values stands behind a claim.',
    claim_setting: 'Somebody else chose a setting, or it was measured.',
    claim_comparison: 'Subject, baseline or direction of a comparison differ.',
    claim_outcome: 'The outcome is not what criterion and value give.',
    claim_replication: 'The replication is not what the result files of both runs give.',
    outcome_contradicted: 'The decision record contradicts the outcome.',
    not_measured:
      'What was registered was not measured, or no result file holds a measured number.',
    claim_text: 'A claim is worded otherwise than its members give.',
    claim_use: 'The ledger says otherwise where a claim is cited.',
    citation: 'A cited work has no entry in references.bib.',
    citation_metadata:
      'Names, year or title of a cited work differ from its entry; no word on whether it exists.',
  },
  drafts: {
    number_without_claim: 'A number is not the value of a claim cited beside it.',
    unit: 'A number stands in another unit than its claim.',
    name: 'A number stands for another quantity, statistic or case than its claim: by the words beside it, by the name next to it in a list, by who is compared with whom, by the record of its row, by the file in the caption, or as the end of a list that it is not.',
    word_without_claim: 'A word of result is not licensed by what its sentence cites.',
    plain_words:
      'A clause says what came of something and not what was done, by its verb or a turn of phrase; or a sentence that cites nothing says what a case or a quantity does, or has a verb that tells no setup; or a word is neither plain nor a name of what was measured, or praises, blames, explains or orders where the sentence does not merely ask.',
    observation: 'The record is cited for other words than it holds.',
    quote: 'Words are said to be the record’s or the notes’ and are not.',
    declared_kind: 'A text that is declared to be no result is not what its kind says.',
    declared_count: 'Such a text stands there more or less often than is declared.',
    strange_character: 'A character cannot be seen, turns the writing, or only looks like another.',
    unreadable_line: 'A line holds markup or commands that the renderer does not write.',
    figure: 'A figure does not plot the values of its claims.',
    citation_target: 'A citation leads to no line of the appendix, or to two.',
    appendix_line:
      'A line of the appendix says otherwise what its claim is of or where it was read.',
  },
  readings: {
    drafts_differ: 'Markdown and LaTeX do not print the same lines.',
    readings_differ:
      'Markdown, LaTeX and the text of the PDF do not print the same numbers, citations, and numbers before citations, as often, or the PDF not the same words.',
  },
} as const;

type Rules = typeof verifierRules;
/** Names a rule in a problem. */
export type RuleId = { [Place in keyof Rules]: keyof Rules[Place] }[keyof Rules];
