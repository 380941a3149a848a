/**
 * What RO-Crate 1.1 and 1.2 demand and recommend, restated from the public validator (crs4 rocrate-validator,
 * profiles ro-crate 1.1 and 1.2, must and should) and held against crates of awkward packages. What it
 * recommends of an organization's identifier holds where the operator gives one.
 */
import { describe, expect, it } from 'vitest';
import {
  crateVersions,
  type PublicationFacts,
  unstatedPublication,
} from '../../../src/papers/package/publication.ts';
import { buildRoCrate, toCrateId } from '../../../src/papers/package/ro-crate.ts';

type Entity = Readonly<Record<string, unknown>> & { readonly '@id': string };
type Crate = { '@context': unknown[]; '@graph': Entity[] };

const paths = [
  'CITATION.cff',
  'paper.md',
  'paper.pdf',
  'paper.myst.md',
  'findings.sarif',
  'evidence/results/a b#1?.json',
  'evidence/results/日本語 100%.csv',
  'evidence/12:30.jsonl',
  'weird.unknown',
];
const stated: PublicationFacts = {
  crate_version: '1.1',
  license: { url: 'https://example.org/by/4.0/', name: 'BY 4.0', description: 'A licence.' },
  publisher: {
    name: 'Example Institute',
    url: 'https://example.org',
    ror: 'https://ror.org/012345678',
    contact: 'papers@example.org',
  },
};

function crateOf(publication: PublicationFacts, files: readonly string[]): Crate {
  const crate = buildRoCrate({
    identifier: 'run-1--draft',
    title: 'A title',
    description: 'A description.',
    datePublished: '2026-01-01T00:00:00.000Z',
    generator: 'Orrery',
    publication,
    files: files.map((path) => ({ path, bytes: 7, sha256: 'ab'.repeat(32) })),
  });
  return JSON.parse(JSON.stringify(crate)) as Crate;
}

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
const idOf = (value: unknown): string | undefined => (value as Entity | null)?.['@id'];
const isType = (entity: Entity | undefined, type: string): boolean =>
  listOf(entity?.['@type']).includes(type);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const literalKeys = new Set(
  'name description encodingFormat contentSize datePublished value propertyID endTime url'.split(
    ' ',
  ),
);
const mediaType = /^(\w*)\/(\w[\w.-]*)(?:\+(\w[\w.-]*))?(?:;(\w+=[^;]+))*$/;

/** Every rule that the crate does not keep, in words. */
function faultsOf(crate: Crate, version: string): string[] {
  const faults: string[] = [];
  const must = (holds: boolean, words: string): void => {
    if (!holds) faults.push(words);
  };
  const graph = crate['@graph'];
  const byId = new Map(graph.map((entity) => [entity['@id'], entity]));
  const uri = `https://w3id.org/ro/crate/${version}`;
  const terms = crate['@context'].find((part) => typeof part === 'object') as Entity | undefined;
  must(crate['@context'].includes(`${uri}/context`), 'context of the version');
  must(terms?.['sha256'] === 'http://schema.org/sha256', 'the term sha256 is defined');
  must(byId.size === graph.length, 'ids are unique');

  // Flat, compact, described, reachable.
  const referred = new Set<string>();
  for (const entity of graph) {
    const id = entity['@id'];
    must(isText(id) && listOf(entity['@type']).length > 0, `${id}: has id and type`);
    must(isText(entity['name']), `${id}: has a name`);
    must(
      !id.includes('../') && !/[\\ ]/.test(id) && !/%[89A-F]/i.test(id),
      `${id}: form of the id`,
    );
    for (const [name, value] of Object.entries(entity)) {
      if (name.startsWith('@')) continue;
      must(!Array.isArray(value) || value.length > 1, `${id}.${name}: a list of one`);
      for (const each of listOf(value)) {
        if (typeof each === 'string')
          must(literalKeys.has(name) || !byId.has(each), `${id}.${name}: a reference as text`);
        else {
          must(Object.keys(each as object).join() === '@id', `${id}.${name}: not flat`);
          const target = idOf(each) ?? '';
          if (target !== id) referred.add(target);
          must(
            byId.has(target) || target.startsWith(uri),
            `${id}.${name}: ${target} not described`,
          );
        }
      }
    }
  }

  const descriptor = byId.get('ro-crate-metadata.json');
  must(isType(descriptor, 'CreativeWork'), 'descriptor: type');
  must(idOf(descriptor?.['conformsTo']) === uri, 'descriptor: one version');
  must(idOf(descriptor?.['about']) === './', 'descriptor: about');

  const root = byId.get('./');
  must(isType(root, 'Dataset'), 'root: type');
  for (const name of ['name', 'description', 'datePublished'])
    must(isText(root?.[name]), `root: ${name}`);
  must(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(root?.['datePublished'])), 'root: day and time');
  const license = byId.get(idOf(root?.['license']) ?? '');
  must(isType(license, 'CreativeWork') && isText(license?.['description']), 'root: licence');
  for (const name of ['author', 'publisher', 'funder'])
    must(isType(byId.get(idOf(root?.[name]) ?? ''), 'Organization'), `root: ${name}`);
  const identifier = byId.get(idOf(root?.['identifier']) ?? '');
  must(isType(identifier, 'PropertyValue') && isText(identifier?.['value']), 'root: identifier');

  for (const entity of graph.filter((each) => isType(each, 'Organization'))) {
    must(isText(entity['url']), 'organization: url');
    must(
      isType(byId.get(idOf(entity['contactPoint']) ?? ''), 'ContactPoint'),
      'organization: contact',
    );
    must(idOf(entity['funder']) !== undefined, 'organization: funder');
  }
  const files = graph.filter((each) => isType(each, 'File'));
  const parts = listOf(root?.['hasPart']).map(idOf);
  must(
    JSON.stringify(parts) === JSON.stringify(files.map((file) => file['@id'])),
    'root: every file is a part, and nothing else',
  );
  for (const file of files) {
    must(!/^[A-Za-z][\w+.-]*:|^[/#]/.test(file['@id']), `${file['@id']}: relative`);
    must(isText(file['description']), `${file['@id']}: description`);
    must(mediaType.test(String(file['encodingFormat'])), `${file['@id']}: format`);
    must(/^\d+$/.test(String(file['contentSize'])), `${file['@id']}: size`);
  }
  for (const { '@id': id } of graph) {
    must(id === './' || id === descriptor?.['@id'] || referred.has(id), `${id}: is referred to`);
    const isData = id === './' || id === descriptor?.['@id'] || isType(byId.get(id), 'File');
    must(isData || /^(?:#|[A-Za-z][\w+.-]*:)/.test(id), `${id}: id of a contextual entity`);
  }
  return faults;
}

describe.each(crateVersions)('a crate of version %s', (crate_version) => {
  it.each([
    ['where nothing was stated', unstatedPublication, paths],
    ['where everything was', stated, paths],
    ['of one file', stated, ['paper.md']],
    ['of none', unstatedPublication, []],
  ])('keeps every rule %s', (_, publication, files) => {
    const crate = crateOf({ ...publication, crate_version }, files);
    expect(faultsOf(crate, crate_version)).toEqual([]);
  });

  it('gives the publisher the identifier that the registry has for it, and never another', () => {
    const idsOf = (facts: PublicationFacts) =>
      crateOf({ ...facts, crate_version }, [])
        ['@graph'].filter((each) => isType(each, 'Organization'))
        .map((each) => each['@id']);
    expect(idsOf(stated)).toEqual(['https://ror.org/012345678']);
    expect(idsOf(unstatedPublication)).toEqual(['#publisher']);
  });

  it('that breaks a rule is found by this test', () => {
    const crate = crateOf({ ...stated, crate_version }, paths);
    const [first, root] = crate['@graph'] as [Entity, Entity];
    const broken = {
      ...crate,
      '@context': crate['@context'].slice(0, 1),
      '@graph': [first, { ...root, hasPart: [], license: 'BY' }, ...crate['@graph'].slice(2)],
    };
    const faults = faultsOf(broken, crate_version);
    for (const words of [
      'sha256 is defined',
      'root: licence',
      'every file is a part',
      'a list of one',
    ])
      expect(faults.join('; ')).toContain(words);
  });
});

it('makes an identifier of a path that leads back to it', () => {
  expect(toCrateId('a b#1?.json')).toBe('a%20b%231%3F.json');
  expect(toCrateId('日本語 100%.csv')).toBe('日本語%20100%25.csv');
  expect(toCrateId('12:30.json')).toBe('./12:30.json');
  for (const path of paths)
    expect(decodeURIComponent(new URL(toCrateId(path), 'file:///crate/').pathname)).toBe(
      `/crate/${path}`,
    );
});
