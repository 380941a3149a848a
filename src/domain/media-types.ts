/** What files are by their endings, as media types: of evidence on a worker and of packages. */

const mediaTypes: Readonly<Record<string, string>> = {
  '.bib': 'application/x-bibtex',
  '.cff': 'application/yaml',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.mjs': 'text/javascript',
  '.ndjson': 'application/jsonl',
  '.pdf': 'application/pdf',
  '.pem': 'application/x-pem-file',
  '.png': 'image/png',
  '.sarif': 'application/sarif+json',
  '.svg': 'image/svg+xml',
  '.tex': 'application/x-tex',
  '.txt': 'text/plain',
  '.xml': 'application/jats+xml',
};

/** Media type by file name; that of bytes of which nothing is known where the ending is none of these. */
export function mediaTypeOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 ? name.slice(dot).toLowerCase() : '';
  return mediaTypes[ending] ?? 'application/octet-stream';
}
