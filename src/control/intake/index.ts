/** Taking in ideas, and creating projects. */
export { projectIdOfTitle } from './idea-titles.ts';
export { takeInIdeas } from './intake.ts';
export { titleTag } from './intake-sorting.ts';
export { readLegacyNotes, takeInLegacyNotes } from './legacy-notes.ts';
export { type CreateProjectRequest, checkNewProject, createProject } from './project-creation.ts';
