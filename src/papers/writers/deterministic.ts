/** The writer without a model: the same input always gives the same document. */
import { claimSection, type PaperDocument } from '../document.ts';
import { createContext } from './context.ts';
import type { WriterInput, WriterResult } from './port.ts';
import { claimBlocks } from './sections/appendix.ts';
import { artifactBlocks, checklistBlocks, limitationBlocks } from './sections/closing.ts';
import { distinctTables } from './sections/columns.ts';
import {
  abstractBlocks,
  conclusionBlocks,
  introductionBlocks,
  paperTitle,
  provenanceNotice,
} from './sections/frame.ts';
import { methodBlocks } from './sections/method.ts';
import { writeResults } from './sections/results.ts';

/**
 * Writes from the ledger, the decision record and the notes; never fails. `refused`: why a check refused what this wrote
 * before; then the numbers stand in tables, with no sentence that compares them or sums them up but the registered outcome.
 */
export function writeDeterministic(input: WriterInput, refused?: string): WriterResult {
  const context = createContext(input, refused);
  const title = paperTitle(context);
  const notice = provenanceNotice(context);
  const tables = distinctTables(input.ledger.results);
  // In the order of reading, since tables and figures are numbered as they are made.
  const abstract = abstractBlocks(context);
  const introduction = introductionBlocks(context);
  const method = methodBlocks(context, tables);
  const results = writeResults(context, tables);
  const sections: PaperDocument['sections'] = [
    { title: 'Abstract', blocks: abstract },
    { title: 'Introduction', blocks: introduction },
    { title: 'Method', blocks: method },
    { title: 'Results', blocks: results.blocks },
    { title: 'Limitations', blocks: limitationBlocks(context) },
    { title: 'Reproducibility Checklist', blocks: checklistBlocks(context) },
    { title: 'Conclusion', blocks: conclusionBlocks(context) },
    { title: 'Referenced Artifacts', blocks: artifactBlocks(context) },
    ...(results.data.length === 0
      ? []
      : [{ title: 'Appendix of Data', blocks: results.data } as const]),
  ];
  const claims = {
    title: claimSection,
    blocks: claimBlocks(input.ledger, sections),
  } as const;
  return {
    document: { title, notice, sections: [...sections, claims] },
    facts: {
      provider: 'deterministic',
      model: null,
      fallbackUsed: false,
      fallbackReason: null,
      promptSha256: null,
      details: refused === undefined ? {} : { plain_because: refused },
    },
  };
}
