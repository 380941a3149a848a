/** What follow-up, research-quality and lineage replies look like on the wire. */
import * as z from 'zod';
import { researchSignals } from '../../control/research/index.ts';
import {
  evidenceStrengths,
  followupTypes,
  projectDecisions,
  queueStatuses,
  researchOutcomes,
  workloadClasses,
} from '../../domain/statuses.ts';
import { listReplySchema } from './lists.ts';
import { okReply } from './parts.ts';
import { planOfDryRun } from './plans.ts';

/** `noop` where no parent can have one; the reason says why. */
export const followupReplySchema = okReply.extend({
  action: z.enum(['noop', 'dry_run_followup', 'followup_queued']),
  reason: z.string(),
  candidate: z
    .strictObject({
      project_id: z.string(),
      project_name: z.string(),
      run_id: z.string().nullable(),
      project_decision: z.enum(projectDecisions).nullable(),
      research_outcome: z.enum(researchOutcomes).nullable(),
      evidence_strength: z.enum(evidenceStrengths).nullable(),
      lineage_depth: z.int(),
    })
    .nullable()
    .describe('The parent.'),
  followup: z
    .strictObject({
      type: z.enum(followupTypes),
      title: z.string(),
      hypothesis: z.string(),
      required_evidence: z.array(z.string()).min(2),
      success_threshold: z.string(),
      stop_condition: z.string(),
      project_id: z.string(),
      parent_project_id: z.string(),
      lineage_depth: z.int(),
      dispatch_priority: z.number(),
      machine_target: z.string().nullable(),
      workload_class: z.enum(workloadClasses),
      prompt: z.string(),
    })
    .nullable()
    .describe('The child, made of the fields of the decision of its parent.'),
  event_id: z.int().nullable().describe('Event of the launch; null when nothing was launched.'),
  skipped: z
    .array(z.strictObject({ project_id: z.string(), reason: z.string() }))
    .describe('Candidates before it that cannot be launched, and why; the first 20.'),
  skipped_count: z.int(),
  ...planOfDryRun,
});

const readingSchema = z.strictObject({
  state: z
    .enum(['stated', 'missing', 'unknown'])
    .describe('unknown: the text is too short, cut, or not in a wording that can be judged.'),
  confidence: z.enum(['high', 'medium', 'low']),
  rule: z.string().describe('How it was recognised, or why it could not be judged.'),
  matched: z.string().nullable(),
});

const admissionSchema = z.strictObject({
  admissible: z.boolean().describe('Nothing blocks it; it may still wait for its lane.'),
  worker_target: z.string().nullable(),
  reasons: z.array(
    z.strictObject({
      code: z.string(),
      effect: z.enum(['blocks', 'waits', 'advises']),
      detail: z.string(),
    }),
  ),
  readings: z
    .strictObject({ success_threshold: readingSchema, stop_condition: readingSchema })
    .describe('What was recognised in the free text of the idea.'),
});

const researchRowSchema = z.strictObject({
  project_id: z.string(),
  project_name: z.string(),
  status: z.enum(queueStatuses),
  run_id: z.string().nullable(),
  project_decision: z.enum(projectDecisions).nullable(),
  evidence_strength: z.enum(evidenceStrengths).nullable(),
  positive: z.boolean().nullable().describe('Verdict of the decision gate; null without one.'),
  signals: z.array(
    z.strictObject({
      signal: z.enum(researchSignals),
      confidence: z.enum(['high', 'medium', 'low']),
      basis: z.enum(['decision', 'idea_text', 'project']),
      detail: z.string(),
    }),
  ),
  admission: admissionSchema.nullable().describe('For queued items.'),
  updated_at: z.iso.datetime(),
});

/** Queued items in the order of dispatch, each with its admission. */
export const candidatesReplySchema = listReplySchema(researchRowSchema);

/** The same rows for items in any status, with totals. */
export const researchQualityReplySchema = listReplySchema(researchRowSchema).extend({
  totals: z
    .strictObject({
      examined: z.int(),
      queue_total: z.int(),
      capped: z.boolean().describe('True when there are more items than were looked at.'),
      cap: z.int(),
      by_signal: z.strictObject(
        Object.fromEntries(researchSignals.map((name) => [name, z.int()])) as Record<
          (typeof researchSignals)[number],
          z.ZodInt
        >,
      ),
      with_any_signal: z.int(),
      text_unknown: z.int().describe('Ideas whose text could not be judged.'),
      queued_examined: z.int(),
    })
    .describe('Over the items that changed last; duplicates only among those.'),
});

/** Projects with where they came from and what they led to. */
export const lineageReplySchema = listReplySchema(
  z.strictObject({
    project_id: z.string(),
    project_name: z.string(),
    created_at: z.iso.datetime(),
    source: z.strictObject({
      kind: z.string(),
      ref: z.string().nullable(),
      intake_batch: z.string().nullable().describe('Mark of the batch of ideas it came with.'),
    }),
    lineage_depth: z.int(),
    parent_project_id: z.string().nullable(),
    is_orphan: z.boolean().describe('Its parent has no project record.'),
    ancestors: z.array(z.string()).describe('The nearest first.'),
    ancestors_capped: z.boolean(),
    children: z.array(z.string()).describe('The first 10 by id.'),
    children_capped: z.boolean(),
    followup: z
      .strictObject({
        child_project_id: z.string(),
        type: z.enum(followupTypes),
        launched_at: z.iso.datetime(),
        launched_by: z.string(),
      })
      .nullable()
      .describe('The follow-up launched from it, if any.'),
    duplicates: z.array(z.string()).describe('Projects with its title or source.'),
    queue: z
      .strictObject({
        status: z.enum(queueStatuses),
        run_id: z.string().nullable(),
        paper_id: z.string().nullable(),
      })
      .nullable(),
  }),
).extend({
  totals: z
    .strictObject({
      returned: z.int(),
      orphans: z.int(),
      with_duplicates: z.int(),
      with_children: z.int(),
    })
    .describe('Over the rows of this page.'),
});
