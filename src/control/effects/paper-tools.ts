/** What the routes ask of papers without changing anything: is there evidence, what would a package hold. */

import { readSources } from '../../papers/evidence/sources.ts';
import type { PaperTools } from '../paper-tools.ts';
import type { PaperEffectOptions } from './options.ts';
import { projectFolder } from './paper-folders.ts';
import { runPackager } from './review-paper.ts';

export function createPaperTools(options: PaperEffectOptions): PaperTools {
  return {
    async checkEvidence(projectDir) {
      const roles = new Set(
        readSources(projectFolder(options.artifactRoot, projectDir)).files.map((file) => file.role),
      );
      if (!roles.has('result') && !roles.has('metrics')) {
        const fatal = !roles.has('run_notes');
        return {
          reason: fatal
            ? 'no local evidence: no result file and no run notes'
            : 'no result file: every number would be missing',
          fatal,
        };
      }
      return roles.has('run_notes') ? null : { reason: 'run_notes.md is missing', fatal: false };
    },
    async previewPackage(input) {
      const outcome = await runPackager(options, input, true);
      return outcome.ok
        ? { problems: outcome.problems, manifest: outcome.manifest }
        : { problems: outcome.problems, manifest: null };
    },
  };
}
