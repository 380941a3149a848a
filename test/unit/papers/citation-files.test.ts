/** How a package is cited: DataCite 4.5, Citation File Format 1.2.0 and BibTeX, for awkward titles, too. */
import { describe, expect, it } from 'vitest';
import {
  buildBibliography,
  buildCitation,
  buildDatacite,
  type CitedPackage,
} from '../../../src/papers/package/citation-files.ts';
import { unstatedPublication } from '../../../src/papers/package/publication.ts';

const cited: CitedPackage = {
  identifier: 'run-1--draft',
  title: 'Why "100 %" of {all} \\input{x} # runs: fail ✓',
  description: 'A description.',
  datePublished: '2026-01-02T03:04:05.000Z',
  generator: 'Orrery',
  publication: unstatedPublication,
};
const released: CitedPackage = {
  ...cited,
  publication: {
    ...unstatedPublication,
    license: { url: 'https://example.org/by', name: 'BY', description: 'A licence.' },
    publisher: {
      name: 'Example: Institute',
      url: 'https://example.org',
      ror: 'https://ror.org/012345678',
      contact: 'papers@example.org',
    },
  },
};

describe('datacite.json', () => {
  it('has what the schema demands, and nothing that it does not know', () => {
    const known = new Set(
      'schemaVersion types creators titles publisher publicationYear dates language alternateIdentifiers rightsList descriptions'.split(
        ' ',
      ),
    );
    for (const each of [cited, released]) {
      const metadata = buildDatacite(each);
      expect(Object.keys(metadata).filter((name) => !known.has(name))).toEqual([]);
      expect(metadata).toMatchObject({
        schemaVersion: 'http://datacite.org/schema/kernel-4',
        types: { resourceTypeGeneral: 'Report' },
        creators: [{ name: 'Orrery (software)', nameType: 'Organizational' }],
        titles: [{ title: cited.title }],
        publisher: { name: each.publication.publisher.name },
        publicationYear: '2026',
        dates: [{ date: cited.datePublished, dateType: 'Created' }],
      });
    }
    expect(buildDatacite(released)).toMatchObject({
      publisher: { publisherIdentifier: 'https://ror.org/012345678' },
      rightsList: [{ rights: 'BY', rightsUri: 'https://example.org/by' }],
    });
  });

  it('names no person as its creator', () => {
    expect(JSON.stringify(buildDatacite(released))).not.toContain('Personal');
  });
});

/** Top-level fields of the small part of YAML that is written here; every value is a JSON string. */
function fieldsOf(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const line of text.trimEnd().split('\n')) {
    const [, indent = '', name = '', value = ''] =
      /^( *(?:- )?)([a-z-]+):(?: (.*))?$/.exec(line) ?? [];
    expect(name, line).not.toBe('');
    if (indent === '') fields[name] = value === '' ? [] : (JSON.parse(value) as unknown);
    else (Object.values(fields).at(-1) as unknown[]).push({ [name]: JSON.parse(value) as unknown });
  }
  return fields;
}

describe('CITATION.cff', () => {
  it('has what version 1.2.0 demands, with every text as it was', () => {
    expect(fieldsOf(buildCitation(cited))).toEqual({
      'cff-version': '1.2.0',
      message: expect.any(String),
      type: 'dataset',
      title: cited.title,
      abstract: cited.description,
      authors: [{ name: 'Orrery (software)' }],
      contact: [{ name: unstatedPublication.publisher.name }],
      'date-released': '2026-01-02',
      identifiers: [
        { type: 'other' },
        { value: 'run-1--draft' },
        { description: expect.any(String) },
      ],
    });
    expect(fieldsOf(buildCitation(released))).toMatchObject({
      contact: [
        { name: 'Example: Institute' },
        { email: 'papers@example.org' },
        { website: 'https://example.org' },
      ],
      'license-url': 'https://example.org/by',
    });
  });

  it('holds no sign as it is that YAML may not hold', () => {
    const text = buildCitation({ ...cited, title: 'a\u0085b\u2028c\ufeffd' });
    expect(text).not.toMatch(/[\u0085\u2028\ufeff]/);
    expect(fieldsOf(text)['title']).toBe('a\u0085b\u2028c\ufeffd');
  });
});

it('references.bib has entries whose braces close and that TeX takes for text', () => {
  const text = buildBibliography(cited);
  expect(text).toContain('@misc{run-1--draft,');
  expect(text).toContain(
    'title = {Why "100 \\%" of \\{all\\} \\textbackslash{}input\\{x\\} \\# runs: fail ✓},',
  );
  const bare = text.replace(/\\[{}]/g, '');
  expect(bare.split('{')).toHaveLength(bare.split('}').length);
});
