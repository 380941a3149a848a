/** The words of `orrery queue edit`. */
import * as z from 'zod';
import {
  type EditableField,
  editableFieldNames,
  queueItem,
} from '../domain/entities/queue-item.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { exitCodes } from './command.ts';
import { CommandFailure } from './failure.ts';

/**
 * Fields from `name=value` words: `null`, `true`, `false` and numbers are what they say where the field takes that,
 * the rest is text.
 * A field that is a list takes its entries with commas between them; `tags` may be given apart instead. The
 * evaluation is JSON.
 */
export function editFields(
  words: readonly string[],
  tags?: readonly string[],
): Readonly<Partial<Record<EditableField, unknown>>> {
  const known: readonly string[] = [...editableFieldNames, 'priority'];
  const fields = Object.fromEntries(
    words.map((word) => {
      const [, name = '', text = ''] = /^([a-z_]+)=(.*)$/s.exec(word) ?? [];
      if (known.includes(name)) return [name, readValue(name, text)];
      const near = nearestName(name === '' ? word : name, known);
      const hint =
        near === undefined ? `fields are ${known.join(', ')}` : `did you mean ${near}=…?`;
      throw new CommandFailure(
        exitCodes.usage,
        `"${word}" is not name=value of an editable field; ${hint}`,
      );
    }),
  );
  if (tags !== undefined && 'tags' in fields)
    throw new CommandFailure(exitCodes.usage, 'give the tags as tags=… or as --tag, not both');
  if (tags === undefined && words.length === 0)
    throw new CommandFailure(
      exitCodes.usage,
      'give what is to change: name=value, or --tag; `orrery queue edit --help` shows both',
    );
  return { ...fields, ...(tags === undefined ? {} : { tags }) };
}

function readValue(name: string, text: string): unknown {
  if (isList(name)) return toEntries(text);
  if (name === 'evaluation' && text !== 'null') return toObject(text);
  const value = toValue(text);
  return takes(name, value) || !takes(name, text) ? value : text;
}

/** The service says what the members must be; a text that holds none is refused here. */
function toObject(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CommandFailure(
      exitCodes.usage,
      `evaluation=… must be null or JSON, such as '{"metric":"speedup","direction":"at_least","threshold":2}'`,
    );
  }
}

/** A model may be called `true` or `4`; what fits in neither reading is for the service to refuse. */
const takes = (name: string, value: unknown): boolean =>
  name === 'priority' || queueItem.edits[name as EditableField].safeParse(value).success;

const isList = (name: string): boolean =>
  name !== 'priority' && queueItem.edits[name as EditableField] instanceof z.ZodArray;

const toEntries = (text: string): readonly string[] => (text === '' ? [] : text.split(','));

const plainWords: Readonly<Record<string, unknown>> = { null: null, true: true, false: false };

function toValue(text: string): unknown {
  if (Object.hasOwn(plainWords, text)) return plainWords[text];
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}
