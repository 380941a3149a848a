/** Problem details (RFC 9457) as the service sends them, read without trusting their shape. */
import { asText } from '../lib/as-text.ts';

/** One thing at fault; `path` names the field, or says `request` or `to mend` where there is none. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** An error of the service for people; a member that did not come is empty, the request id `unknown`. */
export interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  /** What is wrong with which field. */
  readonly errors: readonly FieldProblem[];
}

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** Undefined for what is no problem of this service. */
export function toProblem(reply: unknown): Problem | undefined {
  if (!isRow(reply) || typeof reply['code'] !== 'string') return undefined;
  const listed: unknown[] = Array.isArray(reply['errors']) ? reply['errors'] : [];
  // Gates that refuse list what to mend as `problems`, a preflight its failed checks.
  const mend: unknown[] = Array.isArray(reply['problems']) ? reply['problems'] : [];
  return {
    code: reply['code'],
    detail: asText(reply['detail'], asText(reply['title'])),
    requestId: asText(reply['request_id'], 'unknown'),
    errors: [
      ...listed.filter(isRow).map((entry) => ({
        path: asText(entry['path'], 'request'),
        message: asText(entry['message']),
      })),
      ...mend.map((entry) => ({ path: 'to mend', message: wordsOf(entry) })),
      ...failedChecks(reply['preflight']),
    ],
  };
}

/** What stands below the error: the fields at fault, what to do, and the id by which the log has it. */
export const problemLines = (
  { errors, requestId }: Problem,
  hints: readonly string[],
): string[] => [
  ...errors.map(({ path, message }) => `${path}: ${message}`),
  ...hints,
  `request id ${requestId}`,
];

function failedChecks(preflight: unknown): FieldProblem[] {
  const checks: unknown = isRow(preflight) ? preflight['checks'] : undefined;
  if (!Array.isArray(checks)) return [];
  return checks
    .filter(isRow)
    .filter((check) => check['ok'] === false)
    .map((check) => ({ path: asText(check['name']), message: asText(check['detail']) }));
}

function wordsOf(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  return isRow(entry) && typeof entry['message'] === 'string'
    ? entry['message']
    : JSON.stringify(entry);
}
