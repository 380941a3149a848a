/** Finds what a result file states in words: how it was measured, on what, and with which settings. */
import { isRecord } from '../../lib/is-record.ts';
import { pointerToken } from '../json-pointer.ts';
import { isConfiguration } from './labels.ts';

/** Statements of one kind taken from one file. */
const statementsMax = 20;
const depthMax = 12;
/** Longer texts are prose, which the run notes are for. */
const statementCharsMax = 300;
const methodNames =
  /^(?:methods?|methodology|procedure|protocol|measurement_method|environment|env|hardware|device|gpu|cpu|platform|software)$/i;
/** Records whose texts say how, or on what, it was measured. */
const methodRecords =
  /^(?:methods?|methodology|procedure|protocol|environment|env|hardware|device|platform|software)$/i;

/** Pointers of texts, in the order of the file. */
export interface Statements {
  readonly methods: readonly string[];
  /** Texts below a member called a configuration. */
  readonly settings: readonly string[];
}

/** Looks at records that no list holds: what stands in a list is about one entry of it. */
export function findStatements(root: unknown): Statements {
  const methods: string[] = [];
  const settings: string[] = [];
  const visit = (
    value: unknown,
    pointer: string,
    within: 'method' | 'setting' | undefined,
    depth: number,
  ): void => {
    if (depth > depthMax || !isRecord(value)) return;
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (typeof member !== 'string' && !isRecord(member)) continue;
      const own = `${pointer}/${pointerToken(name)}`;
      if (typeof member !== 'string') {
        const kind = methodRecords.test(name)
          ? 'method'
          : isConfiguration(name)
            ? 'setting'
            : within;
        visit(member, own, kind, depth + 1);
      } else if (isStatement(member)) {
        if (within === 'method' || (within === undefined && methodNames.test(name)))
          methods.push(own);
        else if (within === 'setting') settings.push(own);
      }
    }
  };
  visit(root, '', undefined, 0);
  return { methods: methods.slice(0, statementsMax), settings: settings.slice(0, statementsMax) };
}

function isStatement(text: string): boolean {
  return text.trim() !== '' && text.length <= statementCharsMax;
}
