/** The project: a research idea and what is told to the agent. */
import * as z from 'zod';
import { defineEntity, shown } from '../entity.ts';
import { count, text, textOrNull, time } from './parts.ts';

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
    source_kind: shown(text, 'Where the idea came from.', { filter: true }),
    source_ref: shown(textOrNull, 'Its name or address there.', { filter: true }),
    parent_project_id: shown(textOrNull, 'The project that it follows up.', { filter: true }),
    lineage_depth: shown(count, 'Number of ancestors: 0 for an idea of its own.'),
    tags: shown(z.array(text), 'Words to find it by.'),
    created_at: shown(time, 'When it was taken in.', { column: 'fixed', sort: true }),
    updated_at: shown(time, 'When it last changed.', { column: 'text', sort: true }),
  },
});
export const projectSchema = project.stored;
export type Project = z.infer<typeof projectSchema>;
