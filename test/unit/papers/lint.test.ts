/** The packaging lint: what it finds, and what it must leave alone. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lintCorpus, lintPaper } from '../../../src/papers/lint/lint.ts';
import { findWording } from '../../../src/papers/lint/wording.ts';
import { createSandbox, type Sandbox } from './support.ts';

const ruleOf = (line: string): string | undefined => findWording(line)[0]?.rule.id;

describe('wording rules', () => {
  it.each([
    ['Results: TODO', 'placeholder_marker'],
    ['(FIXME) the table', 'placeholder_marker'],
    ['The value is TBD.', 'placeholder_marker'],
    ['todo: add numbers', 'placeholder_marker'],
    ['\\todo: add numbers', 'placeholder_marker'],
    ['Lorem ipsum dolor', 'placeholder_text'],
    ['as shown before [?]', 'citation_stub'],
    ['as shown [citation needed]', 'citation_needed'],
    ['as shown (citation needed)', 'citation_needed'],
    ['as shown [CITE]', 'citation_stub'],
    ['as shown [ref]', 'citation_stub'],
    ['as shown [Author, Year]', 'citation_stub'],
    ['as shown [citation: some paper]', 'citation_stub'],
    ['[insert figure of the loss]', 'citation_stub'],
    ['This paper has been peer-reviewed.', 'peer_review_claim'],
    ['This paper was thoroughly peer reviewed by experts.', 'peer_review_claim'],
    ['This peer-reviewed article reports', 'peer_review_claim'],
    ['After successful peer review, the paper', 'peer_review_claim'],
    ['Peer reviewers approved the method.', 'peer_review_claim'],
    ['Status: peer-reviewed', 'peer_review_claim'],
    ['This is not a draft; it has been peer-reviewed.', 'peer_review_claim'],
    ['It is not human-written but was peer-reviewed.', 'peer_review_claim'],
    ['The work is not only fast, it is peer-reviewed.', 'peer_review_claim'],
    ['Published in the Journal of Memory.', 'acceptance_claim'],
    ['The paper was accepted at NeurIPS.', 'acceptance_claim'],
    ['This human-authored report', 'human_authorship_claim'],
    ['The paper was written by a researcher.', 'human_authorship_claim'],
    ['written by Dr. Smith', 'human_authorship_claim'],
    ['The authors thank their colleagues.', 'author_voice'],
    ['In our lab we measured', 'author_voice'],
    ['This draft is for human review.', 'human_review_wording'],
    ['It must be checked before public release.', 'human_review_wording'],
    ['Human claim audit required.', 'human_review_wording'],
  ])('finds “%s”', (line, rule) => {
    expect(ruleOf(line)).toBe(rule);
  });

  it.each([
    'The mastodon fixture is a methodology of its own.',
    'En todo caso, el método.',
    'The stubdomain XXXL and TODOS are names.',
    "This paper isn't peer-reviewed.",
    'This paper is not peer-reviewed.',
    'The text has not been peer-reviewed, and no human wrote it.',
    'It was never peer reviewed.',
    'This non-peer-reviewed artifact was generated.',
    'An artifact without peer review.',
    'Readers should treat this as an un-peer-reviewed artifact.',
    'The paper is not human authored.',
    'It is neither human-written nor peer-reviewed.',
    'The text is not human-authored or peer-reviewed.',
    'No independent human review has been performed.',
    'No human reviewer has endorsed its conclusions.',
    'Papers must not claim to be peer-reviewed.',
    'The policy rejects any paper that says "this paper was peer-reviewed".',
    'The linter refuses “TODO” and `FIXME` in text.',
    'Earlier peer-reviewed work reports other values.',
    'A paper that claims peer review is rejected.',
    'Strict audit means traceability, not peer review.',
    'The interval [0, 1] and the list [3] are fine.',
    'The workload was accepted by the scheduler.',
    'The operator claims no personal authorship credit for the writing.',
  ])('leaves “%s” alone', (line) => {
    expect(findWording(line)).toEqual([]);
  });
});

describe('linting a paper folder', () => {
  let sandbox: Sandbox;
  let saved: Map<string, string>;
  const files = ['paper.md', 'paper.tex', 'metadata.json', 'claim_ledger.json'];
  beforeAll(async () => {
    sandbox = createSandbox();
    await sandbox.write();
  });
  afterAll(() => sandbox.dispose());
  beforeEach(() => {
    saved = new Map(
      files.map((file) => [file, readFileSync(join(sandbox.paperDir, file), 'utf8')]),
    );
  });
  afterEach(() => {
    for (const [file, text] of saved) writeFileSync(join(sandbox.paperDir, file), text);
  });

  function edit(file: string, change: (text: string) => string): void {
    writeFileSync(join(sandbox.paperDir, file), change(saved.get(file) ?? ''));
  }
  const append = (text: string): void => edit('paper.md', (before) => `${before}\n${text}\n`);

  it('passes a paper as written', () => {
    expect(lintPaper(sandbox.paperDir)).toEqual([]);
  });

  it.each(files)('names %s when it is missing or empty', (file) => {
    writeFileSync(join(sandbox.paperDir, file), '');
    expect(lintPaper(sandbox.paperDir)).toContainEqual(
      expect.objectContaining({ rule: 'missing_file', file, line: 0 }),
    );
    rmSync(join(sandbox.paperDir, file));
    expect(lintPaper(sandbox.paperDir)).toContainEqual(
      expect.objectContaining({ rule: 'missing_file', file }),
    );
  });

  it('gives rule, file, line, excerpt and fix', () => {
    append('The last line is TODO.');
    const line = (saved.get('paper.md') ?? '').split('\n').length + 1;
    expect(lintPaper(sandbox.paperDir)).toEqual([
      {
        rule: 'placeholder_marker',
        file: 'paper.md',
        line,
        excerpt: 'The last line is TODO.',
        fix: expect.any(String),
      },
    ]);
  });

  it('reads a sentence across lines, for claims and for denials', () => {
    append('The paper has not been\npeer-reviewed by anybody.');
    expect(lintPaper(sandbox.paperDir)).toEqual([]);
    append('A new sentence.\nThis paper has been\npeer-reviewed.');
    expect(lintPaper(sandbox.paperDir)).toMatchObject([{ rule: 'peer_review_claim' }]);
  });

  it('passes over code blocks but not over what follows them', () => {
    append('```\nTODO [?]\n```\n\nText with TBD.');
    expect(lintPaper(sandbox.paperDir)).toMatchObject([{ excerpt: 'Text with TBD.' }]);
  });

  it('reads LaTeX text with its escapes undone', () => {
    edit('paper.tex', (text) =>
      text.replace('\\end{document}', 'This paper was peer-{}reviewed.\n\\end{document}'),
    );
    expect(lintPaper(sandbox.paperDir)).toMatchObject([
      { rule: 'peer_review_claim', file: 'paper.tex' },
    ]);
  });

  it('refuses a LaTeX author that is a person', () => {
    edit('paper.tex', (text) =>
      text.replace('\\end{document}', '\\author{Jane Doe}\n\\end{document}'),
    );
    expect(lintPaper(sandbox.paperDir)).toMatchObject([
      { rule: 'human_authorship_claim', file: 'paper.tex' },
    ]);
  });

  it.each([
    ['As known [C9999].', 'unresolved_claim'],
    ['As shown by others [12].', 'unresolved_citation'],
    ['As shown (Smith et al., 2020).', 'unresolved_citation'],
    ['As shown by Smith et al. (2020).', 'unresolved_citation'],
    ['As shown [@smith2020].', 'unresolved_citation'],
    ['As shown \\cite{smith2020}.', 'unresolved_citation'],
    ['As shown[^1].', 'unresolved_footnote'],
    ['See [the paper][smith].', 'unresolved_link'],
  ])('finds that “%s” leads nowhere', (line, rule) => {
    append(line);
    expect(lintPaper(sandbox.paperDir)).toMatchObject([{ rule, file: 'paper.md' }]);
  });

  it('accepts citations that resolve', () => {
    writeFileSync(
      join(sandbox.paperDir, 'references.bib'),
      '@article{smith2020,\n title = {A}\n}\n',
    );
    append(
      'As shown [12] and [@smith2020], by Smith et al. (2020), note[^1], see [this][smith], in [0, 1] and x[3].\n\n[^1]: A note.\n[smith]: http://example.org\n\n## References\n\n[12] Smith, A title, 2020.',
    );
    const findings = lintPaper(sandbox.paperDir);
    rmSync(join(sandbox.paperDir, 'references.bib'));
    expect(findings).toEqual([]);
  });

  it('wants the provenance notice near the top of both drafts', () => {
    edit('paper.md', (text) => text.replace(/^> .*$/m, ''));
    edit('paper.tex', (text) => text.replace(/^\\notice\{.*$/m, ''));
    expect(lintPaper(sandbox.paperDir).map(({ rule, file }) => `${rule} ${file}`)).toEqual([
      'missing_provenance_notice paper.md',
      'missing_provenance_notice paper.tex',
    ]);
  });

  it('wants honest and complete metadata', () => {
    edit('metadata.json', (text) =>
      text
        .replace('"ai_generated": true', '"ai_generated": false')
        .replace('"human_authorship_claimed": false', '"human_authorship_claimed": true')
        .replace('AI-generated research artifact', 'peer-reviewed')
        .replace(/"source_system": "[^"]*"/, '"source_system": ""'),
    );
    expect(
      lintPaper(sandbox.paperDir)
        .map((finding) => finding.rule)
        .sort(),
    ).toEqual([
      'metadata_missing',
      'metadata_provenance',
      'metadata_provenance',
      'peer_review_claim',
    ]);
    edit('metadata.json', () => '[]');
    expect(lintPaper(sandbox.paperDir)).toMatchObject([{ rule: 'metadata_invalid', line: 1 }]);
  });

  it('sums up a corpus by rule', () => {
    append('TODO and TBD');
    const report = lintCorpus(sandbox.artifactRoot);
    expect(report.totals).toEqual({
      papers: 1,
      passing: 0,
      failing: 1,
      findings: 2,
      by_rule: { placeholder_marker: 2 },
    });
    mkdirSync(join(sandbox.root, 'empty'));
    expect(lintCorpus(join(sandbox.root, 'empty')).totals.papers).toBe(0);
  });
});
