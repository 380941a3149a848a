/** `docs/configuration.md`: every field, from the records kept beside the schemas. */
import type * as z from 'zod';
import { deprecatedAliases } from '../config/aliases.ts';
import { type FieldMeta, metaOf } from '../config/field.ts';
import { sections } from '../config/schema.ts';
import { unsupportedFields } from '../config/unsupported.ts';
import { baselineProfiles, profileFields } from '../config/workload-profiles.ts';
import { classEvidence } from '../domain/idle-evidence.ts';
import { configVariables, productWord } from '../domain/product.ts';
import { workloadClasses } from '../domain/statuses.ts';
import { code, renderPage, renderTable } from './markdown.ts';

const [firstVariable, secondVariable] = configVariables;

/** The whole page as Markdown, in the order of the sections; reads no configuration of this machine. */
export function renderConfigurationPage(): string {
  return renderPage([
    '# Configuration',
    `One JSON file, named by the environment variable ${code(firstVariable)} (or ${code(secondVariable)}). ${code(`npx ${productWord} init`)} writes one that works; ${code(`npx ${productWord} config check`)} names every problem of an existing one. The service does not start while there is any: a missing or unknown field, a value out of bounds, a placeholder (${code('<…>')}, ${code('replace-…')}, an empty string), or two fields that contradict each other.`,
    `Times ending in ${code('_sec')} are seconds and may have a fraction. Relative paths start at the folder of the file. ${code('null')} counts as left out where a field may be unset. Secrets are never printed, whatever the log level; keep the file readable by the service's account only.`,
    ...sections.flatMap((section) => [
      `## ${section.title}`,
      section.about,
      ...renderFields(section.shape),
    ]),
    '## Workload profiles',
    `A class's threshold is the one in ${code('workload_profiles')}, else its baseline below, else the top-level field of the same name. Classes without a baseline take the top-level fields: ${withoutBaseline()}.`,
    renderTable(
      ['Class', ...profileFields.map(code)],
      Object.entries(baselineProfiles).map(([name, profile]) => [
        code(name),
        ...profileFields.map((field) => String(profile[field])),
      ]),
    ),
    'Of the additional evidence, classes differ from the top-level fields in:',
    renderTable(
      ['Class', 'Evidence'],
      Object.entries(classEvidence).map(([name, rules]) => [
        code(name),
        Object.entries(rules)
          .map(([field, value]) => `${code(field)} ${value}`)
          .join(', '),
      ]),
    ),
    '## Old names',
    'Still read, with a notice at start. Old and new name together are refused unless they agree.',
    renderTable(
      ['Old', 'New'],
      Object.entries(deprecatedAliases).map(([alias, name]) => [code(alias), code(name)]),
    ),
  ]);
}

function withoutBaseline(): string {
  return workloadClasses
    .filter((name) => !(name in baselineProfiles))
    .map(code)
    .join(', ');
}

/** The table of a section, then one for the entries of each map of objects in it. */
function renderFields(shape: z.ZodRawShape): string[] {
  const rows = Object.entries(shape).map(([name, schema]) => renderField(name, metaOf(schema)));
  const nested = Object.entries(shape).flatMap(([name, schema]) => {
    const { entry } = metaOf(schema);
    return entry === undefined
      ? []
      : [`Members of each entry of ${code(name)}:`, ...renderFields(entry)];
  });
  return [renderTable(['Field', 'Type', 'Default', 'Meaning'], rows), ...nested];
}

function renderField(name: string, meta: FieldMeta): string[] {
  const missing = unsupportedFields.get(name);
  const about =
    missing === undefined
      ? meta.about
      : `**Not in this version, which ${missing}: set to anything else it stops the start.** ${meta.about}`;
  return [code(name), renderType(meta), renderDefault(meta), about];
}

function renderType(meta: FieldMeta): string {
  switch (meta.kind) {
    case 'integer':
    case 'number': {
      const unit = meta.unit === undefined ? '' : ` ${meta.unit}`;
      return `${meta.kind}, ${meta.min} to ${meta.max}${unit}`;
    }
    case 'choice':
      return meta.choices!.map(code).join(', ');
    case 'url':
      return 'URL';
    case 'secret':
      return 'secret string';
    case 'list':
      return 'list of strings';
    case 'map':
      return meta.entry === undefined ? 'object of strings' : 'object of objects';
    case 'boolean':
    case 'path':
    case 'text':
      return meta.kind === 'text' ? 'string' : meta.kind;
  }
}

function renderDefault(meta: FieldMeta): string {
  if (meta.fallback === undefined) return '**required**';
  if (meta.fallback !== null) return code(JSON.stringify(meta.fallback));
  const required =
    meta.requiredFor === undefined
      ? ''
      : `**required** in role ${meta.requiredFor.map(code).join(', ')}; `;
  return `${required}unset: ${meta.whenUnset}`;
}
