/** One idea from a Markdown file: fields in its front matter, the text below it as the prompt. */
import { parseFrontMatter } from './front-matter.ts';
import {
  flatFieldNames,
  putField,
  type ReadResult,
  type SourceProblem,
  unknownField,
} from './read-ideas.ts';

/** Text of the first heading of the first rank, without the signs that may close it; undefined: there is none. */
function firstHeading(body: string): string | undefined {
  for (const line of body.split('\n')) {
    if (!line.startsWith('# ')) continue;
    const text = line.slice(2).trim();
    let end = text.length;
    while (text[end - 1] === '#') end -= 1;
    const title = text.slice(0, end).trim();
    if (title !== '') return title;
  }
  return undefined;
}

/** The title is the field `title` or else the first heading of the text. */
export function readMarkdownIdea(file: string, text: string): ReadResult {
  const front = parseFrontMatter(text) ?? { fields: [], problems: [], body: text };
  const problems: SourceProblem[] = front.problems.map((problem) => ({ file, ...problem }));
  const idea: Record<string, unknown> = {};
  const fieldLines: Record<string, number> = {};
  for (const { name, value, line } of front.fields) {
    const problem = flatFieldNames.includes(name)
      ? putField(idea, name, value)
      : unknownField(name, flatFieldNames);
    if (problem !== null) problems.push({ file, line, message: problem });
    fieldLines[name] = line;
    // Of the evaluation the service names the member at fault; its first field is the place.
    if (name.startsWith('evaluation_')) fieldLines['evaluation'] ??= line;
  }
  const body = front.body.replaceAll('\r\n', '\n').trim();
  const heading = firstHeading(body);
  if (idea['title'] === undefined && heading !== undefined) idea['title'] = heading;
  if (idea['title'] === undefined && problems.length === 0) {
    const message = 'has no title; give it "title: …" in front matter or a heading "# …"';
    problems.push({ file, line: 1, message });
  }
  if (body !== '' && idea['prompt'] !== undefined) {
    const message = 'the text below the front matter is the prompt; remove one of the two';
    problems.push({ file, line: fieldLines['prompt'] ?? 1, message });
  } else if (body !== '') {
    idea['prompt'] = body;
  }
  if (problems.length > 0) return { ideas: [], problems };
  return { ideas: [{ idea, file, line: 1, fieldLines }], problems };
}
