/** The project: a research idea and what is told to the agent. */
import * as z from 'zod';
import { defineEntity, internal, shown } from '../entity.ts';
import { evaluationSchema } from './evaluation.ts';
import { count, text, textOrNull, time } from './parts.ts';

/** Table of the projects: what intake recorded of an idea. Only its labels change, with its queue item's. */
export const project = defineEntity({
  id: 'project_id',
  defaultSort: '-updated_at',
  members: {
    status: shown(z.enum(['new', 'recorded']), 'Always `recorded`.', {
      column: 'plain',
      filter: true,
    }),
    project_id: shown(text, 'Its id.'),
    project_name: shown(text, 'Its title.'),
    project_dir: shown(text, 'Its folder below the project root of a worker.'),
    prompt: shown(text, 'What the agent is told.'),
    hypothesis: shown(textOrNull, 'What is to be tested.'),
    evaluation: shown(
      evaluationSchema.nullable().optional(),
      'What its runs are judged by; null or absent: nothing was said.',
    ),
    source_kind: shown(text, 'Where the idea came from.', { filter: true }),
    source_ref: shown(textOrNull, 'Its name or address there.', { filter: true }),
    parent_project_id: shown(textOrNull, 'The project that it follows up.', { filter: true }),
    lineage_depth: shown(count, 'Number of ancestors: 0 for an idea of its own.'),
    tags: shown(z.array(text), 'Words to find it by.', { filter: { each: 'tag' } }),
    intake_batch: internal(
      textOrNull,
      'The batch that brought it, so that repeating it after a crash recognises its own.',
    ),
    title_key: internal(
      textOrNull,
      'One word for its title however it is written, by which full text finds it.',
    ),
    created_at: shown(time, 'When it was taken in.', { column: 'fixed', sort: true }),
    updated_at: shown(time, 'When it last changed.', { column: 'text', sort: true }),
  },
});
/** A project as it is stored, with the marks that no reply shows. */
export const projectSchema = project.stored;
/** State of the actor of one project; where the work stands is told by its queue item. */
export type Project = z.infer<typeof projectSchema>;
