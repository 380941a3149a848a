/** The words of `orrery queue edit`. */
import { type EditableField, editableFieldNames } from '../domain/entities/queue-item.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { exitCodes } from './command.ts';
import { CommandFailure } from './failure.ts';

/** Fields from `name=value` words: `null`, `true`, `false` and numbers are what they say, the rest is text. */
export function editFields(
  words: readonly string[],
): Readonly<Partial<Record<EditableField, unknown>>> {
  const known: readonly string[] = [...editableFieldNames, 'priority'];
  return Object.fromEntries(
    words.map((word) => {
      const [, name = '', text = ''] = /^([a-z_]+)=(.*)$/s.exec(word) ?? [];
      if (known.includes(name)) return [name, toValue(text)];
      const near = nearestName(name === '' ? word : name, known);
      const hint =
        near === undefined ? `fields are ${known.join(', ')}` : `did you mean ${near}=…?`;
      throw new CommandFailure(
        exitCodes.usage,
        `"${word}" is not name=value of an editable field; ${hint}`,
      );
    }),
  );
}

const plainWords: Readonly<Record<string, unknown>> = { null: null, true: true, false: false };

function toValue(text: string): unknown {
  if (Object.hasOwn(plainWords, text)) return plainWords[text];
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}
