/** Claims of what was set and how it was measured, as the idea, result files and what the service observed say it. */

import { isRecord } from '../../lib/is-record.ts';
import type { BuiltBundle } from '../evidence/bundle.ts';
import { pointerToken } from '../json-pointer.ts';
import type { ClaimEvidence } from './evidence.ts';
import { makeMethod, makeReading } from './make.ts';
import type { AddClaim } from './results.ts';
import { findStatements } from './statements.ts';

/** Adds them in the order of the files, and within one in its own. */
export function stateSettings(built: BuiltBundle, evidence: ClaimEvidence, add: AddClaim): void {
  const { settings, hypothesis } = built.bundle.idea ?? { settings: {}, hypothesis: null };
  for (const { file, json } of built.copies) {
    const path = file.public_path;
    if (file.role === 'idea') {
      const names = Object.keys(settings).map((name) => `/settings/${pointerToken(name)}`);
      const count = hypothesis === null ? 0 : countNumbers(json);
      const numbers = Array.from({ length: count }, (_, at) => `/hypothesis_numbers/${at}/value`);
      for (const pointer of [...names, ...numbers])
        add(makeReading(evidence, { path, pointer }), 'measured');
    }
    if (file.role === 'observed')
      for (const pointer of numberPointers(json))
        add(makeReading(evidence, { path, pointer }), 'measured');
    if (file.role !== 'result' && file.role !== 'metrics') continue;
    const { methods, settings: stated } = findStatements(json);
    for (const pointer of methods) add(makeMethod(evidence, { path, pointer }), 'measured');
    for (const pointer of stated) add(makeReading(evidence, { path, pointer }), 'measured');
  }
}

/** Numbers in records, in the order of the file. */
function numberPointers(value: unknown, pointer = ''): string[] {
  if (typeof value === 'number') return [pointer];
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    numberPointers(member, `${pointer}/${pointerToken(name)}`),
  );
}

function countNumbers(json: unknown): number {
  return isRecord(json) && Array.isArray(json.hypothesis_numbers)
    ? json.hypothesis_numbers.length
    : 0;
}
