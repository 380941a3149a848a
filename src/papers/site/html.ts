/** HTML of the site: everything that comes from a file enters as escaped text, never as markup. */
import { escapeXml } from '../../lib/escape-xml.ts';

/** Text that is markup already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | readonly Part[];

const toText = (part: Part): string => {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(toText).join('');
  return escapeXml(String(part));
};

/** A template whose values are escaped, unless they are `Html`. */
export const html = (words: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(words.map((word, index) => `${word}${toText(parts[index] ?? null)}`).join(''));

/** One page. `base` leads from it to the top of the site, such as `../../`. */
export function page(title: string, base: string, body: Html): string {
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'">
<title>${title}</title>
<link rel="stylesheet" href="${base}site.css">
</head>
<body>
<nav><a href="${base}index.html">Papers</a> <a href="${base}registry.html">Registry</a></nav>
<main>
${body}
</main>
<footer>All papers here are AI-generated; none has been peer-reviewed. Lint and audit judge packaging and traceability, not science.</footer>
</body>
</html>`.text
  }\n`;
}

/** An address below the site, each segment encoded. */
export const href = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
