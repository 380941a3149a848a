/** Reply: the configuration as it may be shown. */
import * as z from 'zod';
import { okReply, stamp, textOrNull } from './parts.ts';

const setting = z.strictObject({
  name: z.string(),
  about: z.string(),
  kind: z.enum([
    'boolean',
    'integer',
    'number',
    'text',
    'choice',
    'url',
    'path',
    'secret',
    'list',
    'map',
  ]),
  unit: textOrNull,
  min: z.number().nullable(),
  max: z.number().nullable(),
  choices: z.array(z.string()).nullable(),
  value: z.unknown().describe('As in the file; null where it is unset or hidden.'),
  hidden: z.boolean().describe('It is set, and a secret.'),
  source: z.enum(['default', 'file']).describe('Whether the file says so.'),
  fallback: z.unknown().describe('What it would be if the file said nothing; null: nothing.'),
  when_unset: textOrNull.describe('What it means that it is unset; null where it is set.'),
});

/** In the order of the documentation. */
export const settingsReplySchema = okReply.extend({
  file: z.string().describe('What it was read from at the start.'),
  sections: z.array(
    z.strictObject({ title: z.string(), about: z.string(), settings: z.array(setting) }),
  ),
  ...stamp,
});
