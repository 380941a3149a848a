/** What a rendering says of the paper in its head; `metadata.json` says the same. */
import type { JsonObject } from '../../lib/canonical-json.ts';

/** Read from `metadata.json`, so that whoever checks a rendering finds it there. */
export interface PaperProperties {
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly generatedAt: string;
  /** The program, which stands where other papers name their authors. */
  readonly generator: string;
}

/** From `metadata.json`; a member that is no text counts as empty. */
export function propertiesOf(
  metadata: JsonObject | Readonly<Record<string, unknown>>,
): PaperProperties {
  const read = (member: string): string => {
    const value = metadata[member];
    return typeof value === 'string' ? value : '';
  };
  return {
    title: read('title'),
    generatedAt: read('generated_at'),
    generator: read('generated_by'),
  };
}
