/** The configuration as it may be shown: every field with its value, where that came from, and what it means. */
import { type FieldMeta, metaOf } from './field.ts';
import { createRedactor } from './redaction.ts';
import { type ParsedConfig, sections } from './schema.ts';
import { Secret } from './secret.ts';

/** One field of the file; a secret says only whether there is one. */
export interface ShownSetting {
  readonly name: string;
  readonly about: string;
  readonly kind: FieldMeta['kind'];
  readonly unit: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly choices: readonly string[] | null;
  /** Null where it is unset or hidden; secrets within it are replaced. */
  readonly value: unknown;
  /** It is set, and what to is nobody's business. */
  readonly hidden: boolean;
  /** `file`: the configuration file says so; `default`: it does not. */
  readonly source: 'default' | 'file';
  /** What it would be without the file; null where that is nothing, or where it must be given. */
  readonly fallback: unknown;
  /** What it means that it is unset; null where it is set. */
  readonly when_unset: string | null;
}

/** A concern of the file with its fields, in the order of the documentation. */
export interface ShownSection {
  readonly title: string;
  readonly about: string;
  readonly settings: readonly ShownSetting[];
}

/** The whole configuration; made once, at start. */
export interface ShownConfiguration {
  /** The file it was read from. */
  readonly file: string;
  readonly sections: readonly ShownSection[];
}

/** `given`: the names that the file has, whatever their values. */
export function showConfiguration(
  parsed: ParsedConfig,
  { file, given }: { readonly file: string; readonly given: ReadonlySet<string> },
): ShownConfiguration {
  const values: Readonly<Record<string, unknown>> = parsed;
  const redact = createRedactor(parsed);
  const toSetting = (name: string, meta: FieldMeta): ShownSetting => {
    const value = values[name] ?? null;
    return {
      name,
      about: meta.about,
      kind: meta.kind,
      unit: meta.unit ?? null,
      min: meta.min ?? null,
      max: meta.max ?? null,
      choices: meta.choices ?? null,
      value: value instanceof Secret ? null : withoutSecrets(value, redact),
      hidden: value instanceof Secret,
      source: given.has(name) ? 'file' : 'default',
      fallback: meta.fallback ?? null,
      when_unset: value === null ? (meta.whenUnset ?? null) : null,
    };
  };
  const shown = sections.map(({ title, about, shape }) => ({
    title,
    about,
    settings: Object.entries(shape).map(([name, schema]) => toSetting(name, metaOf(schema))),
  }));
  return frozen({ file, sections: shown });
}

/** A copy that nothing can change. */
function frozen<Value>(value: Value): Value {
  const freeze = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    Object.values(each).forEach(freeze);
    Object.freeze(each);
  };
  const copy = structuredClone(value);
  freeze(copy);
  return copy;
}

const hiddenText = '[hidden]';

/** A secret may also have been written where none belongs; it is found there by what it is. */
function withoutSecrets(value: unknown, redact: (text: string) => string): unknown {
  if (value instanceof Secret) return hiddenText;
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutSecrets(member, redact)]),
  );
}
