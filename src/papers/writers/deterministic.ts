/** The writer without a model: the same input always gives the same document. */
import type { PaperDocument } from '../document.ts';
import { createContext } from './context.ts';
import type { WriterInput, WriterResult } from './port.ts';
import { claimBlocks } from './sections/appendix.ts';
import { artifactBlocks, checklistBlocks, limitationBlocks } from './sections/closing.ts';
import {
  abstractBlocks,
  conclusionBlocks,
  introductionBlocks,
  paperTitle,
  provenanceNotice,
} from './sections/frame.ts';
import { methodBlocks, resultBlocks } from './sections/results.ts';

/** Writes from the ledger, the decision record and the notes; never fails. */
export function writeDeterministic(input: WriterInput): WriterResult {
  const context = createContext(input);
  const title = paperTitle(context);
  const notice = provenanceNotice(context);
  const sections: PaperDocument['sections'] = [
    { title: 'Abstract', blocks: abstractBlocks(context) },
    { title: 'Introduction', blocks: introductionBlocks(context) },
    { title: 'Method', blocks: methodBlocks(context) },
    { title: 'Results', blocks: resultBlocks(context) },
    { title: 'Limitations', blocks: limitationBlocks(context) },
    { title: 'Reproducibility Checklist', blocks: checklistBlocks(context) },
    { title: 'Conclusion', blocks: conclusionBlocks(context) },
    { title: 'Referenced Artifacts', blocks: artifactBlocks(context) },
  ];
  const claims = { title: 'Appendix of Claims', blocks: claimBlocks(context, sections) } as const;
  return {
    document: { title, notice, sections: [...sections, claims] },
    facts: {
      provider: 'deterministic',
      model: null,
      fallbackUsed: false,
      fallbackReason: null,
      promptSha256: null,
      details: {},
    },
  };
}
