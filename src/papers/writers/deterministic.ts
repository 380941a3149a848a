/** The writer without a model: the same input always gives the same document. */
import type { PaperDocument } from '../document.ts';
import { createContext } from './context.ts';
import type { WriterInput, WriterResult } from './port.ts';
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
  const document: PaperDocument = {
    title: paperTitle(context),
    notice: provenanceNotice(context),
    sections: [
      { title: 'Abstract', blocks: abstractBlocks(context) },
      { title: 'Introduction', blocks: introductionBlocks(context) },
      { title: 'Method', blocks: methodBlocks(context) },
      { title: 'Results', blocks: resultBlocks(context) },
      { title: 'Limitations', blocks: limitationBlocks(context) },
      { title: 'Reproducibility Checklist', blocks: checklistBlocks(context) },
      { title: 'Conclusion', blocks: conclusionBlocks(context) },
      { title: 'Referenced Artifacts', blocks: artifactBlocks(context) },
    ],
  };
  return {
    document,
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
