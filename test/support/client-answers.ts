/** Answers as the typed client gives them to the dashboard, each held against the reference. */
import type { ErrorCode } from '../../src/domain/errors.ts';
import type { RouteMethod } from '../../src/http/route.ts';
import { cannedReply, problem, routeOf } from './canned-reply.ts';

/** What the client tells of one answer. */
export interface ClientAnswer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

const answerOf = (status: number, text: string): Response => new Response(text, { status });

/** The answer of a route; throws when the service does not answer so. `path` is a template. */
export function answered(path: string, body: unknown, method: RouteMethod = 'GET'): ClientAnswer {
  const text = cannedReply(routeOf(method, path), 200, body);
  return { data: JSON.parse(text) as unknown, response: answerOf(200, text) };
}

/** A refusal of a GET, in the service's words. */
export function refused(path: string, code: ErrorCode, detail: string): ClientAnswer {
  const { status, body } = problem(code, detail);
  const text = cannedReply(routeOf('GET', path), status, JSON.parse(String(body)));
  return { error: JSON.parse(text) as unknown, response: answerOf(status, text) };
}
