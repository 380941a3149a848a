/** `docs/errors.md`: every error that crosses the API, from the registry. */
import { errorRegistry, retiredErrorCodes } from '../domain/errors.ts';
import { code, renderPage, renderTable } from './markdown.ts';

/** The whole page as Markdown, by status and then by code. */
export function renderErrorsPage(): string {
  const entries = Object.entries(errorRegistry).sort(
    ([leftCode, left], [rightCode, right]) =>
      left.status - right.status || leftCode.localeCompare(rightCode, 'en'),
  );
  const rows = entries.map(([name, { status, title, retryable }]) => [
    String(status),
    code(name),
    title,
    retryable ? 'yes' : 'no',
  ]);
  const retired =
    retiredErrorCodes.length === 0
      ? 'No code has been retired.'
      : `Retired, and never used for anything else: ${retiredErrorCodes.map(code).join(', ')}.`;
  return renderPage([
    '# Errors',
    'Every error is `application/problem+json` with the members `type`, `title`, `status`, `detail`, `code` and `request_id`. `code` is stable; `title` and `detail` are for people. A wrong field is listed in `errors` as `{path, message}`; some codes add members of their own, such as `evidence_sync` or `preflight`. "Try again" says whether the same request may succeed later without a change. Only a request whose head cannot be read, because it is no HTTP or its headers are too large, gets the few words of the server below (400 or 431; over uWebSockets.js a page in HTML), and its connection is closed.',
    renderTable(['Status', 'Code', 'Meaning', 'Try again'], rows),
    retired,
  ]);
}
