/** Bodies and replies of what operators do: verbs on queue items, project creation, plans. */
import * as z from 'zod';
import { ideaSchema } from '../../domain/entities/idea.ts';
import { isProjectId, projectIdRule } from '../../domain/ids.ts';
import { limits } from '../../domain/limits.ts';
import { operatorVerbs } from '../../domain/operator-verbs.ts';
import {
  type EditFields,
  editableFieldNames,
  planDifferenceSchema,
  planResultSchema,
  planRowSchema,
  planSkippedSchema,
  planStatuses,
  queueItem,
} from '../../domain/records.ts';
import { queueGroups, queueStatuses, workloadClasses } from '../../domain/statuses.ts';
import { priority, toPriority } from '../../domain/texts.ts';
import { eachParam, eachWords } from './entity-lists.ts';
import { asked, identifier, line, words } from './fields.ts';
import { emptyFilter, searchText } from './lists.ts';
import { okReply } from './parts.ts';
import { projectRowSchema, queueRowSchema } from './rows.ts';

const answerCharsMax = 200_000;

const note = words(1000).nullable().default(null).describe('Why, for the audit log');
const answer = words(answerCharsMax).trim().min(1, 'must not be empty');

/** `priority` is another word for `dispatch_priority`. */
const editShape = z.object({ priority, ...queueItem.edits }).partial().shape;

/** Fields of an edit. What is not editable is refused by name, with what is. */
const editFields = z
  .looseObject(editShape)
  .superRefine((fields, context) => {
    for (const key of Object.keys(fields)) {
      if (Object.hasOwn(editShape, key)) continue;
      const message = `cannot be edited: it belongs to the item's identity or is decided by its state; editable are ${editableFieldNames.join(', ')}`;
      context.addIssue({ code: 'custom', path: [key], message });
    }
    if (Object.keys(fields).length === 0) {
      context.addIssue({ code: 'custom', message: 'must name at least one field to change' });
    }
    if (fields.priority !== undefined && fields.dispatch_priority !== undefined) {
      const message = 'is the same as dispatch_priority; give one of them';
      context.addIssue({ code: 'custom', path: ['priority'], message });
    }
  })
  .meta({ additionalProperties: false });

/** The fields as the item stores them: a priority word becomes its number. */
export function toEditFields(fields: z.output<typeof editFields>): EditFields {
  const { priority: word, dispatch_priority: other, ...rest } = fields;
  const chosen = word ?? other;
  const wishes = chosen === undefined ? rest : { ...rest, dispatch_priority: toPriority(chosen) };
  return Object.fromEntries(
    Object.entries(wishes).filter(([, value]) => value !== undefined),
  ) as EditFields;
}

/** Path of a queue item's routes. */
export const projectParams = z.strictObject({ project_id: identifier });

const verbShape = {
  ...asked,
  note,
};
/** Body of each verb's route. */
export const verbBodies = {
  plain: z.strictObject(verbShape),
  answer: z.strictObject({ ...verbShape, answer }),
  edit: z.strictObject({ ...verbShape, fields: editFields }),
} as const;

/** What the verb did, and the item as it is then. */
export const verbReply = okReply.extend({
  verb: z.enum(operatorVerbs),
  message: z.string().describe('What happened, in words'),
  stopped_run_id: z
    .string()
    .nullable()
    .describe('The run that a cancel stopped on its worker first; null when none was active'),
  event_id: z.int().nullable().describe('The audit event of the change'),
  queue_item: queueRowSchema,
});

/** Body of creating a project: one idea of intake, without a batch around it. */
export const projectBody = ideaSchema.omit({ idea_id: true, status: true }).extend({
  ...asked,
  project_id: z
    .string()
    .refine(isProjectId, projectIdRule)
    .optional()
    .describe('Made of the title when absent'),
  model: line(200).optional(),
  sandbox: line(200).optional(),
  source: line(200).min(1).default('api').describe('Kept as source_kind'),
});

/** The project and its queue item as they were made. */
export const projectReply = okReply.extend({
  created: z.literal(true),
  project_id: z.string(),
  event_id: z.int().nullable(),
  project: projectRowSchema,
  queue_item: queueRowSchema,
});

const planFilter = z.strictObject({
  status: z.enum(queueStatuses).optional(),
  queue_group: z.enum(Object.keys(queueGroups) as (keyof typeof queueGroups)[]).optional(),
  machine_target: line(100).optional(),
  workload_class: z.enum(workloadClasses).optional(),
  tag: eachParam.optional().describe(`Only items with these tags. ${eachWords}`),
  manual_review_required: z.boolean().optional(),
  search: searchText.min(1, emptyFilter).optional(),
});

/** Body of drawing up a plan: a verb, and the items by name or by filter. */
export const planBody = z
  .strictObject({
    ...verbShape,
    verb: z.enum(operatorVerbs),
    project_ids: z.array(identifier).min(1).max(limits.planRowsMax).optional(),
    filter: planFilter.optional().describe('As the queue list takes them; empty: every item'),
    answer: answer.optional().describe('For the verb answer'),
    fields: editFields.optional().describe('For the verb edit'),
  })
  .superRefine((body, context) => {
    const say = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((body.project_ids === undefined) === (body.filter === undefined)) {
      say('project_ids', 'give either project_ids or filter');
    }
    for (const member of ['answer', 'fields'] as const) {
      const verb = member === 'fields' ? 'edit' : 'answer';
      if (body.verb === verb && body[member] === undefined) say(member, `is required for ${verb}`);
      if (body.verb !== verb && body[member] !== undefined) say(member, `only goes with ${verb}`);
    }
  });

const planView = {
  ok: z.literal(true),
  plan_id: z.string(),
  status: z.enum(planStatuses),
  verb: z.enum(operatorVerbs),
  note: z.string().nullable(),
  answer: z.string().nullable(),
  fields: z.looseObject({}).nullable().describe('What an edit changes, as the item stores it'),
  requested_by: z.string(),
  executed_by: z.string().nullable(),
  rows_max: z.int().describe('Rows that one plan may hold'),
  truncated: z.boolean().describe('True when more items matched than a plan may hold'),
  eligible_count: z.int(),
  skipped_count: z.int(),
  applied_count: z.int(),
  eligible: z
    .array(planRowSchema.strict())
    .describe('What execution does, each as it was when drawn up'),
  skipped: z.array(planSkippedSchema.strict()),
  results: z.array(planResultSchema.strict()),
  differences: z.array(planDifferenceSchema.strict()),
  last_error: z.string().nullable(),
  expires_at: z.string().nullable().describe('Until then it may be executed'),
  executed_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  links: z.strictObject({ self: z.string(), execute: z.string() }),
};
/** A plan as it is now. */
export const planReply = z.strictObject(planView);
/** As `planReply`, after a request that left an event. */
export const planAnswer = z.strictObject({ ...planView, event_id: z.int().nullable() });

/** The id that drawing up the plan answered. */
export const planParams = z.strictObject({
  plan_id: z.string().min(1).max(limits.identifierCharsMax),
});
/** What is done stands in the plan. With a key, a repeat has the first answer. */
export const executeBody = z.strictObject(asked);
