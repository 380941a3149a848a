/** Sentences as papers hold them: what is said of handwriting, peers, reviews and feedback is no claim of the paper's. */
import { describe, expect, it } from 'vitest';
import { lintDraft } from '../../../src/papers/lint/lint.ts';
import { isCleanName, wordingRules } from '../../../src/papers/lint/wording.ts';

const innocent: readonly string[] = [
  // Writing by hand and by people.
  'We train a convolutional network for handwritten digit classification on MNIST.',
  'Handwritten letters were scanned at 300 dpi.',
  'The corpus contains human-written news articles and machine-generated ones.',
  'Detectors must tell human-written text from generated text.',
  'Each question was written by two annotators and checked by a third.',
  'The hand-written CUDA kernel is faster than the compiled one.',
  'Human-authored prompts gave longer answers than synthetic prompts.',
  'The reference summaries were written by journalists.',
  'Stories written by humans score higher on this scale.',
  'The unit tests were written by students of a software course.',
  'A person-written caption accompanies every image.',
  'The assembler routine had been hand-written for the older chip.',
  'Annotators guess whether an article was written by a human.',
  'Code written by a team of three contractors served as the baseline.',
  'Rules in the expert system are hand-authored.',
  'This data set of human-written poems is small.',
  'The radiology reports were written by a team of physicians.',
  'It compares handwritten grammars with learned ones.',
  // Peers.
  'Blocks are exchanged over a peer-to-peer network of forty nodes.',
  'Each node reviews the ledger of its peers.',
  'The peer group of a stock is found by clustering.',
  'Peer pressure was modelled as a field.',
  'Peers were ranked by latency.',
  // Reviews.
  'We predict the outcome of peer review from the text of a submission.',
  'Peer review at large conferences is noisy.',
  'All patches to the kernel are peer-reviewed before they are merged.',
  'The peer-reviewed literature reports accuracies of about the same size.',
  'A peer-reviewed study by Lee reached the opposite conclusion.',
  'Submissions that passed peer review were longer.',
  'The open-source library is widely used and its code has been peer-reviewed.',
  'Product reviews were collected from an online shop.',
  'Movie reviews are classified as positive or negative.',
  'Code review comments were mined from ten projects.',
  'The reviewer assignment problem is a matching problem.',
  'Reviewers of the shop write about two sentences.',
  'Reviews with fewer than five words were dropped.',
  'The systematic review covers twelve data sets.',
  'A literature review is outside the scope of this artifact.',
  'Peer review scores were taken from the public OpenReview data.',
  'In the review process that we simulate, each referee sees four items.',
  'Refereed games were left out of the chess data.',
  'The article of Smith was peer-reviewed twice in the simulated journal.',
  'Earlier work on this question was peer-reviewed, this run was not.',
  'This paper has not been peer-reviewed.',
  'This report is neither peer-reviewed nor endorsed by anybody.',
  'Nothing in this paper has been peer reviewed.',
  'The text is AI-generated, without peer review.',
  'The paper should not be read as if it had been peer-reviewed.',
  'It has been peer-reviewed by nobody.',
  'We do not claim that this work was peer-reviewed.',
  'A pass of the audit is not peer review.',
  // Human feedback, review and approval of other things.
  'Reinforcement learning from human feedback was not used.',
  'Human feedback was simulated by a preference model.',
  'Posts above the threshold require human review in the deployed system.',
  'Human review is required for one transaction in a thousand.',
  'Items were queued for manual review when two classifiers disagreed.',
  'Loans flagged by the model are subject to manual approval by the bank.',
  'The deployment was pending operator approval for six hours.',
  'Translations needed manual editing in a third of all cases.',
  'The labels must be checked by a radiologist before release of the scanner software.',
  'The human evaluation used five raters.',
  'Human-in-the-loop labelling halves the cost.',
  'A human operator could stop the robot at any time.',
  'No human approval is needed to rerun the script.',
  'Human performance on this task is about ninety percent.',
  // Citations.
  'The citation graph has two million nodes.',
  'Citation counts follow a power law.',
  'We rank papers by citations and by age.',
  'Citations here are directed edges from newer to older papers.',
  'A model that predicts where a citation is needed was trained.',
  'Missing citations were imputed.',
  'The network has hidden layers of sizes [16, 8, 16].',
  'Learning rates were decayed at epochs [30, 60, 90].',
  'The kernel shape is [3, 3] with stride [2, 2].',
  'Seeds were drawn from [1, 100] at random.',
  'Latency percentiles [50, 95, 99] are shown.',
  'An autoencoder [64, 32, 64] was used.',
  'The answer is read from row [7] of the table, column [3].',
  'Tokens such as [MASK] and [CLS] were kept.',
  'The tensor x[i][j] is transposed.',
  'The expression [^a-z] matches what is no letter.',
  'The data (June 2024) were filtered.',
  'We used the newer release (Ubuntu 2024).',
  'The conference (NeurIPS, 2023) had a challenge on it.',
  'The model card is at [the hub](https://example.org/card).',
  // Placeholders.
  'We mine TODO comments from open-source repositories.',
  'Self-admitted technical debt is marked by TODO and FIXME comments.',
  'Mastodon instances were sampled by size.',
  'The bytes to be written are buffered in a ring.',
  'The constant remains to be determined by theory.',
  'Masked cells, to be filled in by the model, make up a tenth.',
  'Fields hold placeholder text such as a grey hint until the user types.',
  'The placeholder token is replaced at run time.',
  'En todo caso, el método es lento.',
  'The stub resolver answers from its cache.',
  // Authors and venues of others.
  'The authors of the benchmark recommend three seeds.',
  'Author names were removed from the data.',
  'Authorship attribution is a classification task.',
  'Author contributions to the repository were counted by commit.',
  'The data set was presented at CVPR and has ten classes.',
  'The method appears in the journal version of the older paper.',
  'Models published in Nature and its sister journals were compared.',
  'The request was accepted by the IEEE 802.11 access point.',
  'Stage I ran for two hours, stage II for ten.',
  'Class I performed better than class II.',
  'The lab bench supplied 12 V.',
];

const guilty: readonly (readonly [sentence: string, rule: string])[] = [
  ['This paper has been peer-reviewed.', 'peer_review_claim'],
  ['No human authorship is claimed and it has been peer-reviewed.', 'peer_review_claim'],
  ['The manuscript was thoroughly peer reviewed by two experts.', 'peer_review_claim'],
  ['Our results have been independently peer-reviewed.', 'peer_review_claim'],
  ['It is not human-written but was peer-reviewed.', 'peer_review_claim'],
  ['This is a peer-reviewed article.', 'peer_review_claim'],
  ['This fully refereed study reports a negative result.', 'peer_review_claim'],
  ['The paper underwent a double-blind peer review.', 'peer_review_claim'],
  ['Before publication this paper was peer-reviewed.', 'peer_review_claim'],
  ['There is no doubt: this work was peer-reviewed.', 'peer_review_claim'],
  ['This report is not only reproducible, it is also peer-reviewed.', 'peer_review_claim'],
  ['Three anonymous peer reviewers endorsed our conclusions.', 'peer_review_claim'],
  ['After two rounds of peer review, this article was revised.', 'peer_review_claim'],
  ['**Status:** peer-reviewed', 'peer_review_claim'],
  [
    'The notice above is not a joke; the artifact has been formally peer-reviewed.',
    'peer_review_claim',
  ],
  ['The tool was never slow, and this paper was peer-reviewed.', 'peer_review_claim'],
  ['This work was accepted at ICML.', 'acceptance_claim'],
  ['Published in the Journal of Machine Learning Research.', 'acceptance_claim'],
  ['The paper appears in the Proceedings of the ACM.', 'acceptance_claim'],
  ['This paper was written by a human.', 'human_authorship_claim'],
  ['This article was written by a team of scientists.', 'human_authorship_claim'],
  ['The report is entirely human-written.', 'human_authorship_claim'],
  ['Our human-authored paper summarises the run.', 'human_authorship_claim'],
  ['Human authorship is hereby claimed.', 'human_authorship_claim'],
  ['No model was used: this study was written by two researchers.', 'human_authorship_claim'],
  ['Authors: Jane Doe, John Roe', 'author_line'],
  ['**Author:** Dr. Jane Doe', 'author_line'],
  ['We, the authors, take responsibility.', 'author_voice'],
  ['The authors thank the reviewers for their comments.', 'author_voice'],
  ['All runs were made in our laboratory.', 'author_voice'],
  ['I designed the experiment in spring.', 'author_voice'],
  ['This draft requires human review.', 'human_review_wording'],
  ['Awaiting operator sign-off.', 'human_review_wording'],
  ['Human approval required before publication.', 'human_review_wording'],
  ['The claims in this paper must be verified before public release.', 'human_review_wording'],
  ['Reviewer note: the second table looks odd.', 'human_review_wording'],
  ['The speed-up was TBD.', 'placeholder_marker'],
  ['TODO describe the data', 'placeholder_marker'],
  ['Conclusion: to be written.', 'placeholder_text'],
  ['Insert table here.', 'placeholder_text'],
  ['It is well known that caches help [citation needed].', 'citation_needed'],
  ['It was shown before [?].', 'citation_stub'],
  ['It was shown before [ref].', 'citation_stub'],
  ['As others have shown [3, 7], caches help.', 'unresolved_citation'],
  ['As Miller et al. (2019) have shown, caches help.', 'unresolved_citation'],
  ['Caches help (Miller and Smith, 2019).', 'unresolved_citation'],
  ['The time fell by half [C77].', 'unresolved_claim'],
];

const sources = { claimIds: new Set(['C1']), bibKeys: new Set<string>() };
const rulesIn = (sentence: string): string[] => {
  const draft = `# A title\n\n> This paper was generated by an AI system.\n\n${sentence}\n`;
  return lintDraft('paper.md', draft, sources, wordingRules).map(({ rule }) => rule);
};

describe('sentences of papers', () => {
  it('are a hundred that are innocent and forty that are guilty', () => {
    expect(new Set(innocent).size).toBeGreaterThanOrEqual(100);
    expect(guilty.length).toBeGreaterThanOrEqual(40);
  });
  it.each(innocent)('innocent: %s', (sentence) => {
    expect(rulesIn(sentence)).toEqual([]);
  });
  it.each(guilty)('guilty: %s', (sentence, rule) => {
    expect(rulesIn(sentence)).toEqual([rule]);
  });
  it('keep their guilt behind an innocent one, and their innocence behind a guilty one', () => {
    expect(rulesIn(`${innocent[0]} ${guilty[0]?.[0]}`)).toEqual(['peer_review_claim']);
    expect(rulesIn(`${guilty[0]?.[0]} ${innocent[0]}`)).toEqual(['peer_review_claim']);
  });
});

describe('names of projects', () => {
  it.each([
    'Handwritten digit classification',
    'Peer-to-peer gossip under churn',
    'Learning from human feedback',
    'Citation graph embeddings',
    'Predicting peer review scores',
    'Reviewer assignment by matching',
    'Author identification from commits',
    'Mastodon moderation with human review',
  ])('“%s” can be a title', (name) => expect(isCleanName(name)).toBe(true));
  it.each([
    'peer-reviewed',
    'is peer-reviewed',
    'TODO',
    'accepted at NeurIPS',
    'written by a human',
    '[?]',
  ])('“%s” cannot', (name) => expect(isCleanName(name)).toBe(false));
});
