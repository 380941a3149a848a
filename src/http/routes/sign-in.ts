/** Signing a browser in without anybody reading a token: a code for one use, and its exchange. */
import * as z from 'zod';
import { ServiceError } from '../../domain/errors.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import type { SignInCodes } from '../sign-in-codes.ts';
import { command } from '../wire/fields.ts';
import { moment } from '../wire/rows.ts';

/** The codes of this process. */
export interface SignInContext {
  readonly signInCodes: SignInCodes;
}

const path = '/control/api/v1/dashboard';
const never = { 'cache-control': 'no-store' } as const;

/** The first takes the control token; the second is open, for it is what brings one. */
export const signInRoutes: readonly Route<SignInContext>[] = [
  defineRoute({
    ...command,
    id: 'dashboard.code',
    path: `${path}/codes`,
    summary: 'Makes a code that signs one browser in within a minute (orrery dashboard).',
    body: z.strictObject({}),
    replies: {
      200: z.strictObject({
        ok: z.literal(true),
        code: z.string().describe('For one use; opens nothing but the exchange for the token.'),
        path: z
          .string()
          .describe('Where a browser takes it: the dashboard with the code behind a #.'),
        expires_at: moment,
      }),
    },
    errors: [],
    idempotent: false,
    handler: (_request, { signInCodes }: SignInContext) => {
      const { code, expiresAt } = signInCodes.issue();
      const reply = {
        ok: true as const,
        code,
        path: `/control/dashboard#/sign-in?code=${code}`,
        expires_at: toIsoTime(expiresAt),
      };
      return { ...ok(reply), headers: never };
    },
  }),
  defineRoute({
    ...command,
    auth: 'open',
    id: 'dashboard.session',
    path: `${path}/session`,
    summary: 'Gives the control token for a code that still counts, which then counts no more.',
    body: z.strictObject({ code: z.string().min(1).max(100) }),
    replies: { 200: z.strictObject({ ok: z.literal(true), token: z.string() }) },
    errors: ['unauthorized'],
    idempotent: false,
    handler: ({ body }, { signInCodes }: SignInContext) => {
      const token = signInCodes.redeem(body.code);
      if (token === null)
        throw new ServiceError(
          'unauthorized',
          'this code was used already or is older than a minute; orrery dashboard makes a new one',
        );
      return { ...ok({ ok: true as const, token }), headers: never };
    },
  }),
];
