/** Limitations, reproducibility and artefacts: what a reader needs to judge and to check the results. */
import { replicationOf } from '../../claims/replication.ts';
import type { Claim } from '../../claims/schema.ts';
import { type Block, declared, type Inline, inlineText, text } from '../../document.ts';
import { isCleanName, isCleanWording } from '../../lint/wording.ts';
import { leftOutLine, limitationLine } from '../../text/text.ts';
import { findStrangeCharacters } from '../../verify/characters.ts';
import { type DraftContext, line, pathInline, quoteRecord } from '../context.ts';
import { noteBlocks } from './method.ts';

/**
 * What limits the results, and last how many sentences were left out. It is made before the
 * conclusion, so it reads what that one will quote, too, to count it.
 */
export function limitationBlocks(context: DraftContext): Block[] {
  const { input } = context;
  const items: Inline[][] = [];
  const limits = quoteRecord(context, input.decision.scale_limits);
  const limitClaim = input.ledger.fromDecision.get('scale_limits');
  if (limitClaim !== undefined) {
    const said =
      limits.length > 0
        ? line('From the decision record: ', limits)
        : line(
            'The decision record limits the scale of the result; its wording is in the cited record.',
          );
    items.push(line(said, ' ', { kind: 'cite', ids: [limitClaim.id] }));
  }
  for (const block of noteBlocks(context, /limit|caveat|threat|risk|caution/i, 8, null)) {
    const said =
      block.kind === 'list' ? block.items : block.kind === 'paragraph' ? [block.inlines] : [];
    items.push(...said.map((inlines) => line('From the run notes: ', inlines)));
  }
  items.push(
    line(
      'The checks behind this paper show that its numbers agree with the result files, not that the experiment was well designed or that another run would give the same. ',
      replicationOf(input.ledger.claims).replication === undefined
        ? 'The run was not repeated independently.'
        : 'The replication was asked for and judged by the program that wrote this paper; by others the run was not repeated.',
    ),
  );
  if (context.isPlain) {
    items.push(
      line(
        'The numbers stand in tables alone: a check could not confirm one of the sentences that compare them or sum them up, so all of these were left out.',
      ),
    );
  }
  if (input.decision.evidence_strength == null || input.decision.evidence_strength === 'weak') {
    items.push(
      line(
        'The decision record does not call the evidence more than weak, so the ledger marks its claims as weakly supported.',
      ),
    );
  }
  if (
    input.ledger.comparisons.length > 0 &&
    (input.decision.hypothesis_status === 'mixed' ||
      input.decision.hypothesis_status === 'inconclusive')
  ) {
    items.push(
      line(
        `The hypothesis is held to be ${input.decision.hypothesis_status}; comparisons therefore bear a weaker mark in the ledger.`,
      ),
    );
  }
  for (const limitation of input.bundle.limitations) {
    const sentence = limitationLine(limitation);
    items.push(
      isCleanWording(sentence) && findStrangeCharacters(sentence).length === 0
        ? line(declared(sentence.slice(0, -1), 'document_count', 'plain', 'omitted'), '.')
        : line(leftOutLine),
    );
  }
  quoteRecord(context, input.decision.stop_reason);
  quoteRecord(context, input.decision.recommended_next_action);
  if (context.leftOut.size > 0) {
    items.push(
      line(
        'Some sentences of the notes and the decision record are not repeated here, mostly because they hold numbers that no included result file states; they can be read in the artifacts.',
      ),
    );
  }
  return [{ kind: 'list', items: distinct(items) }];
}

/** None that says what one before it says, whoever says it and whatever they cite. */
function distinct(items: readonly Inline[][]): Inline[][] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const text = item.map((inline) => (inline.kind === 'cite' ? '' : inlineText(inline))).join('');
    const said = text.replace(/^From the (?:decision record|run notes): /, '').trim();
    if (seen.has(said)) return false;
    seen.add(said);
    return true;
  });
}

/** Yes or no to what somebody needs who would do the run again, as far as evidence and ledger show it. */
export function checklistBlocks(context: DraftContext): Block[] {
  const { bundle, ledger, notes } = context.input;
  const has = (role: string): boolean => bundle.files.some((file) => file.role === role);
  const item = (done: boolean, yes: string, no: string): Inline[] =>
    line(text(done ? 'Yes' : 'No', 'strong'), `: ${done ? yes : no}`);
  return [
    {
      kind: 'list',
      items: [
        item(
          ledger.results.length > 0,
          'the result files are delivered with the paper, each with its hash.',
          'no result file with numbers is delivered with the paper.',
        ),
        item(
          ledger.results.length > 0,
          'the numbers in the text lead to a file and a position in it; a program checked this on the finished files.',
          'there is no measured number that could be traced to a file.',
        ),
        item(has('run_notes'), 'the run notes are included.', 'there are no run notes.'),
        item(
          has('decision'),
          'the decision record is included.',
          'the decision record is not among the files.',
        ),
        item(
          /```|\$ |python|node |bash /.test(notes ?? '') ||
            isStated(ledger.claims, /command|argv/i),
          'a command that was run is recorded.',
          'no command is recorded, so the run cannot be started again from the evidence alone.',
        ),
        item(
          ledger.claims.some(
            (claim) =>
              claim.setting?.source !== 'idea' &&
              claim.evidence_refs.some((ref) => /seed/i.test(ref.pointer)),
          ),
          'random seeds are recorded in the result files.',
          'no random seed is recorded in the result files.',
        ),
        item(
          isStated(ledger.claims, /cpu|gpu|machine|hardware|device|platform/i),
          'the result files say on what machine it was measured.',
          'the result files do not say on what machine it was measured.',
        ),
        item(
          bundle.telemetry !== null,
          'the telemetry receipt of the run is included.',
          'no telemetry receipt is included.',
        ),
        item(
          bundle.unavailable.length === 0 &&
            bundle.collection?.recorded === true &&
            bundle.collection.left_out === 0,
          'no evidence file was withheld.',
          bundle.unavailable.length > 0 || (bundle.collection?.left_out ?? 0) > 0
            ? 'some evidence files were withheld or left out; the bundle lists them with the reason.'
            : 'it is not recorded whether an evidence file was withheld.',
        ),
        item(
          false,
          '',
          'the source code and the software environment are not part of the evidence.',
        ),
      ],
    },
  ];
}

/** True where a result file says in words what its member is called. */
function isStated(claims: readonly Claim[], name: RegExp): boolean {
  return claims.some(
    ({ kind, evidence_refs: [ref] }) =>
      (kind === 'method' || kind === 'setting') &&
      typeof ref?.recomputed_value === 'string' &&
      name.test(ref.pointer),
  );
}

/** Every evidence file with its size and the beginning of its hash; then what was withheld, and why. */
export function artifactBlocks(context: DraftContext): Block[] {
  const { bundle } = context.input;
  const items = bundle.files.map((file) =>
    line(
      pathInline(file.public_path),
      ` (${file.role.replaceAll('_', ' ')}, `,
      declared(`${file.bytes} bytes`, 'document_count', 'plain', 'files'),
      ', ',
      declared(`sha256:${file.sha256.slice(0, 16)}…`, 'identifier', 'code'),
      ')',
    ),
  );
  const withheld = bundle.unavailable.map((file) =>
    line(
      isCleanName(file.path) && findStrangeCharacters(file.path).length === 0
        ? pathInline(file.path)
        : text('a file named in the bundle'),
      ` (not included: ${file.reason.replaceAll('_', ' ')})`,
    ),
  );
  return [
    {
      kind: 'paragraph',
      inlines: line(
        'Delivered with this paper are the evidence bundle ',
        pathInline('evidence_bundle.json'),
        ', the claim ledger ',
        pathInline('claim_ledger.json'),
        ', the manifest ',
        pathInline('paper_manifest.json'),
        ' and the evidence files below. Their hashes are joined in the Merkle root ',
        declared(`root:${bundle.merkle_root.slice(0, 16)}…`, 'identifier', 'code'),
        '.',
      ),
    },
    { kind: 'list', items: [...items, ...withheld] },
  ];
}
