/** The idea: what may be said of a project before there is one, whichever way it comes in. */
import * as z from 'zod';
import { isProjectId, projectIdRule } from '../ids.ts';
import { workloadClasses } from '../statuses.ts';
import { identifier, line, priority, tagList, words } from '../texts.ts';
import { evaluationSchema } from './evaluation.ts';

/** Members in the order of the documentation. */
export const ideaSchema = z.strictObject({
  idea_id: z
    .string()
    .refine((text) => text.trim() === '' || isProjectId(text), projectIdRule)
    .optional()
    .describe('Id of its project; made of the title when absent'),
  title: line(500).trim().min(1, 'must not be empty'),
  status: line(100).optional().describe('What its source says of it; closed ones are left out'),
  hypothesis: words(20_000).optional(),
  plan: words(200_000).optional(),
  prompt: words(1_000_000)
    .optional()
    .describe('What the agent is told; title, hypothesis and plan when absent'),
  priority: priority.optional(),
  workload_class: z.enum(workloadClasses).optional(),
  machine_target: line(100).optional().describe('Name of the worker it must run on'),
  source_ref: line(2000).optional().describe('Its name or address in its source'),
  parent_project_id: identifier.optional().describe('The project that it follows up'),
  tags: tagList.optional(),
  evaluation: evaluationSchema
    .optional()
    .describe('What its runs are judged by; registered before each of them starts'),
});
/** An idea that fits the schema, as intake and the creation of single projects take it. */
export type Idea = z.output<typeof ideaSchema>;
/** Names that importers know as columns of CSV, members of JSON and fields of Markdown. */
export type IdeaField = keyof Idea;
