/** Taking in ideas, and creating projects. */
export { projectIdOfTitle } from './idea-titles.ts';
export { takeInIdeas } from './intake.ts';
export { readLegacyNotes, takeInLegacyNotes } from './legacy-notes.ts';
export { type CreateProjectRequest, checkNewProject, createProject } from './project-creation.ts';
export { projectsOfTitle, titleKey } from './same-title.ts';
