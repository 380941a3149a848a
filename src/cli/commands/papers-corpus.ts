/** `orrery papers package`, `import` and `remove`: the way of a paper into the corpus, and out of it. */
import { asText } from '../../lib/as-text.ts';
import type { CommandSpec } from '../command.ts';
import { dryRunWords } from '../output/dry-run.ts';
import type { Row } from '../output/rows.ts';
import { live, plan } from '../route-command.ts';
import { base, step } from './papers-step.ts';

const passes = (reply: Row): boolean => reply['would_pass'] !== false;

/** What a dry run found: that it would be done, or what stands in its way, a line each. */
const wouldBe = (what: string, done: string, reply: Row): readonly string[] => [
  `${what} would be ${reply['would_pass'] === true ? done : 'refused:'}`,
  ...(Array.isArray(reply['problems']) ? reply['problems'] : []).map(
    (problem) => `  to mend: ${asText(problem, JSON.stringify(problem))}`,
  ),
  ...dryRunWords(reply),
];

/** In the order in which a paper takes them. */
export const corpusCommands: readonly CommandSpec[] = [
  step('package', {
    about: 'Prepare the finalization package of a paper.',
    route: `POST ${base}/{paper_id}/prepare-finalization-package`,
    options: [
      live,
      plan,
      {
        flags: '--target <label>',
        about: 'label of its target (default: corpus)',
        member: 'target_label',
      },
    ],
    keyed: 'always',
    say(reply) {
      if (reply['dry_run'] !== true)
        return [
          `The finalization package of ${asText(reply['paper_id'])} is prepared; review status ${asText(reply['review_status'])}.`,
          `Next: orrery papers import ${asText(reply['paper_id'])}`,
        ];
      return wouldBe('The package', 'prepared.', reply);
    },
    isOk: passes,
  }),
  step('import', {
    about: 'Import a finalized paper into the corpus.',
    route: 'POST /control/api/v1/corpus/import',
    options: [
      live,
      plan,
      {
        flags: '--accept-duplicate',
        about: 'also where the corpus has the same result, or had it and it was removed',
      },
    ],
    keyed: 'always',
    say(reply) {
      const paperId = asText(reply['paper_id']);
      if (reply['dry_run'] !== true)
        return `${paperId} is in the corpus as ${asText(reply['public_id'])}.`;
      return wouldBe(paperId, 'imported into the corpus.', reply);
    },
    isOk: passes,
  }),
  step('remove', {
    about: 'Remove a paper from the corpus, which keeps a tombstone of it.',
    route: 'POST /control/api/v1/corpus/remove',
    options: [
      live,
      { flags: '--reason <text>', about: 'why it is removed, as its tombstone says it; needed' },
    ],
    keyed: 'always',
    say(reply) {
      const paperId = asText(reply['paper_id']);
      const id = asText(reply['public_id']);
      if (reply['dry_run'] !== true)
        return `${paperId} is removed from the corpus; ${id} is its tombstone.`;
      return wouldBe(`${paperId} (${id})`, 'removed from the corpus.', reply);
    },
    isOk: passes,
  }),
];
