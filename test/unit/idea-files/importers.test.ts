/** Reading ideas from files: every refusal names file, line and what would be right. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCsvIdeas } from '../../../src/idea-files/csv.ts';
import { elementLines } from '../../../src/idea-files/element-lines.ts';
import { parseFrontMatter } from '../../../src/idea-files/front-matter.ts';
import { readJsonIdeas, readJsonLinesIdeas } from '../../../src/idea-files/json.ts';
import { readMarkdownIdea } from '../../../src/idea-files/markdown.ts';
import { readIdeasAt } from '../../../src/idea-files/read-files.ts';
import type { ReadResult } from '../../../src/idea-files/read-ideas.ts';
import { parseCsv } from '../../../src/lib/csv.ts';

/** `line: message` of every problem. */
const problemsOf = ({ problems }: ReadResult): string[] =>
  problems.map(({ file, line, message }) => {
    expect(file).toBe('f');
    return `${line}: ${message}`;
  });
const ideasOf = ({ ideas, problems }: ReadResult) => {
  expect(problems).toEqual([]);
  return ideas.map(({ idea }) => idea);
};

describe('CSV', () => {
  it('refuses what RFC 4180 does not have, with the line', () => {
    const refused: readonly (readonly [string, string])[] = [
      ['title\n"open', '2: a quoted cell begins here and is never closed'],
      ['title\na"b', '2: a quote inside a cell that does not begin with one; quote the whole cell'],
      [
        'title,tags\n"a\nb" x,y',
        '3: text follows the closing quote of a cell; a quote inside a cell is doubled ("")',
      ],
      ['title\rx', '1: a carriage return without a line feed; save the file with ordinary lines'],
    ];
    for (const [text, problem] of refused)
      expect(problemsOf(readCsvIdeas('f', text)), JSON.stringify(text)).toEqual([problem]);
  });

  it('refuses a header that is empty, unknown, double or without a title', () => {
    expect(problemsOf(readCsvIdeas('f', ''))).toEqual([
      'null: is empty; the first row names the fields, "title" among them',
    ]);
    expect(problemsOf(readCsvIdeas('f', 'titel,tags,tags,\n'))).toEqual([
      '1: "titel" is not a field of an idea; did you mean "title"?',
      '1: column "tags" is there twice',
      '1: column 4 of the header has no name',
      '1: the header has no column "title"',
    ]);
  });

  it('names the line of a row with too few or too many cells', () => {
    expect(problemsOf(readCsvIdeas('f', 'title,plan\n"a\nb",x\nc\nd,e,f\n'))).toEqual([
      '4: has 1 cells where the header has 2',
      '5: has 3 cells where the header has 2',
    ]);
  });

  it('reads quotes, commas and line breaks in cells, either line end, and blank lines', () => {
    const text =
      'title,priority,tags,plan\r\n"One, ""two""",10,a; b ;,"first\nsecond"\r\n\r\nB,high,,\r\n';
    expect(ideasOf(readCsvIdeas('f', text))).toEqual([
      { title: 'One, "two"', priority: 10, tags: ['a', 'b'], plan: 'first\nsecond' },
      { title: 'B', priority: 'high' },
    ]);
    expect(readCsvIdeas('f', text).ideas.map(({ line }) => line)).toEqual([2, 5]);
  });

  it('needs no line end at the end and tells an empty last cell from none', () => {
    expect(parseCsv('a,b\n1,')).toMatchObject({
      records: [{ cells: ['a', 'b'] }, { cells: ['1', ''] }],
    });
    expect(parseCsv('""')).toMatchObject({ ok: true, records: [] });
  });
});

describe('front matter', () => {
  const problems = (text: string) =>
    parseFrontMatter(`---\n${text}\n---\n`)?.problems.map(
      ({ line, message }) => `${line}: ${message}`,
    );
  const value = (text: string) => {
    const front = parseFrontMatter(`---\nx: ${text}\n---\n`);
    return front?.problems.length === 0 ? front.fields[0]?.value : front?.problems[0]?.message;
  };

  it('refuses whatever YAML would read as more than text or a list', () => {
    const refused: readonly (readonly [string, string])[] = [
      ['a', '2: is not "name: value"'],
      ['a:b', '2: is not "name: value"'],
      ['a:', '2: "a" has no value; give it one or remove the line'],
      ['a: 1\na: 2', '3: "a" is there twice'],
      [
        'a: 1\n  b: 2',
        '3: an indented line: fields cannot hold fields here, and long text goes below the front matter',
      ],
      ['- a', '2: a list entry that belongs to no field; write "tags:" before it'],
      ['a: [b', '2: a: is not a list; write [one, "two words", three] on one line'],
      ['a: [b] c', '2: a: text follows the closing "]"'],
      ['a: one: two', '2: a: a value with ": " in it needs quotes: "…"'],
      ['a: one # two', '2: a: a value with " #" in it needs quotes: "…"'],
      ['a: |', '2: a: a value that begins with "|" needs quotes: "…"'],
      ['a: &x b', '2: a: a value that begins with "&" needs quotes: "…"'],
      ['a: true', '2: a: true is no text in YAML; write "true" if it is meant'],
      [
        'a: "b',
        '2: a: is not a "quoted" text; write \\" for a quote inside and close it at the end',
      ],
      [
        "a: 'b'c'",
        "2: a: is not a 'quoted' text; write '' for a quote inside and close it at the end",
      ],
    ];
    for (const [text, problem] of refused) expect(problems(text), text).toEqual([problem]);
  });

  it('refuses front matter that is never closed', () => {
    expect(problemsOf(readMarkdownIdea('f', '---\ntitle: x\n# y\n'))).toEqual([
      '1: the front matter begins here and is never closed; end it with a line "---"',
    ]);
  });

  it('reads plain, quoted and listed values', () => {
    expect(value('plain words, with commas: none')).toContain('needs quotes');
    expect(value('plain words (and signs!)')).toBe('plain words (and signs!)');
    expect(value('a:b - c')).toBe('a:b - c');
    expect(value('"one: \\"two\\" \\u00e9"')).toBe('one: "two" é');
    expect(value("'it''s: fine'")).toBe("it's: fine");
    expect(value('[a, "b, c", \'d\']')).toEqual(['a', 'b, c', 'd']);
    expect(value('[]')).toEqual([]);
    expect(parseFrontMatter('---\ntags:\n  - a\n  # no\n\n  - "b c"\n---\nx')).toMatchObject({
      fields: [{ name: 'tags', value: ['a', 'b c'], line: 2 }],
      problems: [],
      body: 'x',
    });
  });

  it('is only there when the first line says so', () => {
    expect(parseFrontMatter('\n---\na: b\n---\n')).toBeUndefined();
  });
});

describe('Markdown', () => {
  it('refuses an idea without a title, an unknown field, and a prompt given twice', () => {
    expect(problemsOf(readMarkdownIdea('f', 'Only text.\n'))).toEqual([
      '1: has no title; give it "title: …" in front matter or a heading "# …"',
    ]);
    expect(problemsOf(readMarkdownIdea('f', '---\ntitle: x\npriorty: high\n---\n'))).toEqual([
      '3: "priorty" is not a field of an idea; did you mean "priority"?',
    ]);
    expect(problemsOf(readMarkdownIdea('f', '---\ntitle: x\nprompt: y\n---\nz\n'))).toEqual([
      '3: the text below the front matter is the prompt; remove one of the two',
    ]);
    expect(problemsOf(readMarkdownIdea('f', '---\ntitle: [x]\n---\n'))).toEqual([
      '2: title must be one value, not a list',
    ]);
  });

  it('takes fields from the front matter, the title from there or a heading, the rest as prompt', () => {
    const text = '---\r\npriority: 20\r\ntags: [a]\r\n---\r\n\r\n# A title #\r\n\r\nDo it.\r\n';
    expect(ideasOf(readMarkdownIdea('f', text))).toEqual([
      { priority: 20, tags: ['a'], title: 'A title', prompt: '# A title #\n\nDo it.' },
    ]);
    expect(ideasOf(readMarkdownIdea('f', '---\ntitle: x\n---\n'))).toEqual([{ title: 'x' }]);
  });
});

describe('JSON', () => {
  it('names line and column where a text stops being JSON', () => {
    expect(problemsOf(readJsonIdeas('f', '[\n  {"title": }\n]'))).toEqual([
      '2: is not JSON from column 13 on',
    ]);
    expect(problemsOf(readJsonLinesIdeas('f', '{"title": "a"}\n\n{"title"\n'))).toEqual([
      '3: is not JSON from column 9 on',
    ]);
  });

  it('refuses what is no idea, at the line of the element', () => {
    const text = '[\n  {"title": "a"},\n  7,\n  {"titel": "b"}\n]';
    expect(problemsOf(readJsonIdeas('f', text))).toEqual([
      '3: an idea must be an object with at least a "title"',
      '4: "titel" is not a field of an idea; did you mean "title"?',
    ]);
    expect(problemsOf(readJsonIdeas('f', '7'))).toEqual([
      '1: holds neither an idea, nor a list of ideas, nor {"ideas": […]}',
    ]);
    expect(problemsOf(readJsonIdeas('f', '{"ideas": {}}'))).toEqual(['1: "ideas" must be a list']);
    expect(problemsOf(readJsonIdeas('f', '{"ideas": [], "more": 1}'))).toEqual([
      '1: "more" is no member beside "ideas"',
    ]);
  });

  it('reads one idea, a list, an intake body, and one per line', () => {
    expect(ideasOf(readJsonIdeas('f', '{"title": "a"}'))).toEqual([{ title: 'a' }]);
    expect(ideasOf(readJsonIdeas('f', '[{"title": "a"}, {"title": "b"}]'))).toHaveLength(2);
    expect(ideasOf(readJsonIdeas('f', '{"source": "s", "ideas": [{"title": "a"}]}'))).toHaveLength(
      1,
    );
    expect(ideasOf(readJsonLinesIdeas('f', '{"title": "a"}\r\n\n{"title": "b"}'))).toHaveLength(2);
  });

  it('finds the lines of elements behind brackets in strings and in other members', () => {
    const text =
      '{"x": ["]", [1,\n2]], "ideas": [\n  {"a": "\\"[\\n"},\n\n  [1, 2], 3\n], "y": {"ideas": [9]}}';
    expect(elementLines(text, 'ideas')).toEqual([3, 5, 5]);
    expect(elementLines('[]', null)).toEqual([]);
    expect(elementLines('[1,\n"a,b",[2,3]\n,null]', null)).toEqual([1, 2, 2, 3]);
  });
});

describe('a file or a folder', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'orrery-import-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  const read = (name = '') => readIdeasAt(join(dir, name), name === '' ? 'dir' : name);

  it('is refused when it is missing, of unknown kind, not UTF-8, or holds nothing', () => {
    writeFileSync(join(dir, 'a.txt'), 'x');
    writeFileSync(join(dir, 'b.csv'), Buffer.from([0x74, 0xff, 0xfe]));
    expect(read('none.csv').problems).toEqual([
      { file: 'none.csv', line: null, message: 'there is no such file or folder' },
    ]);
    expect(read('a.txt').problems[0]?.message).toContain('must end in md, markdown, json');
    expect(read('b.csv').problems[0]?.message).toBe('is not UTF-8 text; save it as UTF-8');
    mkdirSync(join(dir, 'empty'));
    expect(read('empty').problems[0]?.message).toContain('holds no file that ends in');
  });

  it('is read in order of name, below it too, hidden and other files passed over', () => {
    mkdirSync(join(dir, 'sub'));
    mkdirSync(join(dir, '.git'));
    writeFileSync(join(dir, '.git', 'x.json'), '{"title": "hidden"}');
    writeFileSync(join(dir, 'README'), 'x');
    writeFileSync(join(dir, 'b.md'), '# B');
    writeFileSync(join(dir, 'a.json'), '\uFEFF[{"title": "A"}]');
    writeFileSync(join(dir, 'sub', 'c.csv'), 'title\nC\n');
    const found = read();
    expect(found.problems).toEqual([]);
    expect(found.ideas.map(({ file, line, idea }) => [file, line, idea['title']])).toEqual([
      ['dir/a.json', 1, 'A'],
      ['dir/b.md', 1, 'B'],
      ['dir/sub/c.csv', 2, 'C'],
    ]);
    expect(found.passedOver).toBe(1);
  });
});
