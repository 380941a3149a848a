/** `docs/lint.md`: every rule of lint and audit from its row, the examples as they are tested. */
import { auditRules } from '../papers/audit/rules.ts';
import { lintRules } from '../papers/lint/rules/all.ts';
import { compatRules } from '../papers/lint/rules/compat.ts';
import type { LintRule } from '../papers/lint/types.ts';
import { code, renderPage, renderTable } from './markdown.ts';

/** The whole page as Markdown, rules in the order in which they are applied. */
export function renderLintPage(): string {
  return renderPage([
    '# Lint and audit',
    '`orrery lint DIR` and `orrery audit DIR` read one paper, the artefacts of a run (`papers/` in it) or a whole corpus. They need no service. `--json` prints what was found for programs, `--sarif` as SARIF 2.1.0 for editors and code hosts. The status is 0 when there are papers and every one passes, else 1.',
    'Lint judges form, not science: what the paper says about itself, whether its citations lead somewhere, whether its files are there. What it says about handwriting, peers, reviews or feedback of others is no finding. A denial excuses a wording only in its own clause: "no human authorship is claimed and it has been peer-reviewed" is a claim of peer review. Code and quoted text are nobody\'s claim, and titles of references are not the paper\'s words.',
    ...lintRules.flatMap(section),
    '## The audit',
    'The audit shows that every claim leads to evidence that is there, byte for byte, or is declared unavailable in full. It reads ledgers and bundles of versions 1, 2 and 3. Result files are JSON, JSON Lines or CSV; `/0/accuracy` is the member `accuracy` of the first row, and `*` stands for every element. Numbers that a double does not hold, names that stand twice, other encodings than UTF-8 and files that are no regular files are named with their place and never guessed at.',
    renderTable(
      ['Rule', 'What it finds', 'What to do'],
      auditRules.map(({ id, sentence, fix }) => [code(id), sentence, fix]),
    ),
    'The verdict is `strict_pass` without a finding; else `blocked_empty_claims`, `blocked_missing_result_files` or `blocked_schema_or_evidence_gap`, the first of these that applies.',
    '## The older rules',
    '`--compat` applies those of the public corpus, for comparison with it. Lint then goes by words alone, in `paper.md` and `metadata.json`, and looks up no citation:',
    renderTable(
      ['Rule', 'What it finds', 'Found', 'Left alone'],
      compatRules.map(({ id, sentence, bad, good }) => [
        code(id),
        sentence,
        bad.join('<br>'),
        good.join('<br>'),
      ]),
    ),
    'The audit then fails a claim whose reference leads to no file, to the paper under its own name, or to a file of another hash or size than is stated. A hash beside `source_path` is that of the text before it was cleaned for publication and is not held against the file. A declaration of an unavailable file needs path, reason and hash. Unlisted files, pointers and copies of the paper are not looked at.',
  ]);
}

function section(rule: LintRule): string[] {
  const list = (title: string, examples: readonly string[]): string =>
    `${title}:\n\n${examples.map((example) => `- ${shown(example)}`).join('\n')}`;
  return [
    `### ${rule.id}`,
    `${rule.sentence} To do: ${rule.fix}.`,
    list('Found', rule.bad),
    list('Left alone', rule.good),
  ];
}

/** On one line, in as many back-quotes as it needs. */
function shown(example: string): string {
  const line = example.replace(/\n+/g, ' ⏎ ').trim();
  return line.includes('`') ? `\`\` ${line} \`\`` : code(line);
}
