/** Members that request bodies share, each with the words that say what would be right. */
import * as z from 'zod';
import { isIdentifier } from '../../domain/ids.ts';
import { limits } from '../../domain/limits.ts';

/** A project, run or paper id. */
export const identifier = z
  .string()
  .refine(isIdentifier, 'must be 1 to 128 letters, digits, ".", "_" or "-"');

export const idempotencyKey = z.string().min(1).max(limits.idempotencyKeyCharsMax);

/** Text of at most `max` characters, line breaks allowed. */
export const words = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\u0000'), 'must not hold NUL characters');

/** A name or a short remark: it ends up in environments, file names and titles. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters');

/** Who asks, for the audit log. */
export const requestedBy = line(200).min(1).default('operator');

/** Definition members of every command of the control plane. */
export const command = { method: 'POST', auth: 'control', params: null, query: null } as const;
