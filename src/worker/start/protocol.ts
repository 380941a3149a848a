/**
 * `.orrery/PROTOCOL.md`: what an agent has to leave behind and how it ends, in plain words. Written
 * into the project by every prepare; `protocolVersion` grows with every change of what is asked.
 */
import { agentVariablePrefix, decisionFile, productTitle } from '../../domain/product.ts';
import {
  evidenceStrengths,
  followupTypes,
  hypothesisStatuses,
  projectDecisions,
  researchOutcomes,
} from '../../domain/statuses.ts';
import { questionFile, runFiles } from '../../worker-wire/run-paths.ts';

/** Grows with every change of what an agent is asked for; it stands in the text. */
export const protocolVersion = 2;

const oneOf = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

/** The text of the file. */
export const protocolText = `# How a run ends

Protocol version ${protocolVersion}. ${productTitle} started you in this folder to work on the prompt you were given. Nobody watches
the terminal: what counts is what you leave in this folder. When you are done, leave one of the two files
below and end your session.

## Results

- Put every measured number into JSON files below \`results/\`, the most important ones into
  \`results/summary.json\`, with units. Only numbers that stand in such a file can be reported later.
- Describe what you did, with its limits, in \`run_notes.md\`.
- Write a file under another name first and rename it when it is complete.

## When you have come to a conclusion: \`${decisionFile}\`

A JSON object:

| Member | Value |
|---|---|
| \`project_decision\` (required) | ${oneOf(projectDecisions)} |
| \`research_outcome\` (required) | ${oneOf(researchOutcomes)} |
| \`hypothesis_status\` (required) | ${oneOf(hypothesisStatuses)} |
| \`summary\` | one paragraph: what was found |
| \`confidence\` | a number from 0 to 1, or words |
| \`evidence_strength\` | ${oneOf(evidenceStrengths)} |
| \`claim_scope\` | for which cases the result holds |
| \`scale_limits\` | up to which size it was tried |
| \`bounded_paper_ready\` | \`true\` when the evidence carries a paper of that scope |
| \`recommended_next_action\` | with \`continue\`: what you will do next. It is what you are told when you are resumed |
| \`stop_reason\` | with \`needs_review\` or \`blocked\`: why, in one sentence |
| \`followup_recommended\`, \`followup_type\` | \`true\` or \`false\`; ${oneOf(followupTypes)} |
| \`followup_title\`, \`followup_hypothesis\`, \`followup_required_evidence\` (a list), \`followup_success_threshold\`, \`followup_stop_condition\` | the next experiment, when you recommend one |

Choose \`continue\` only when another session of yours would bring the work further; how often that is
granted is limited. A negative result is a result: \`finalize_negative\`.

## When you cannot go on without a person: \`${questionFile}\`

\`{"question": "What you need to know, with the choices you see"}\`

End your session after writing it. A person reads it, perhaps much later; your session is then resumed
with the answer as its prompt. A question goes before a decision: leave only one of the two. Do not leave
processes running when you ask: they are ended if nobody answers in time.

## Background work

You may start work in the background, end your session and let it finish: the run is over when no process
of it lives and the machine is quiet. Write the decision file before you end, or let the background work
write it as its last act.

## Your session

If you can be resumed by an id, write that id as one line into the file \`session_id\` in the folder
named by \`${agentVariablePrefix}RUN_DIR\`, unless your launcher does so.

## What you have used

If you know how many tokens you have used, or what that cost, say so now and then in the file
\`${runFiles.usage}\` in that folder: \`{"tokens": 120000, "cost_usd": 1.8}\`, all of this run so far. Leave out what
you do not know. You may be stopped when a budget is spent: keep what you have in files.
`;
