/** Exchanges a code that signs in for the token; loaded only where the address has one. */

/** The token, or why there is none, in a sentence. */
export async function exchangeCode(
  code: string,
  send: typeof fetch = fetch,
): Promise<{ readonly token: string } | { readonly refused: string }> {
  try {
    const reply = await send('/control/api/v1/dashboard/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    const body = (await reply.json()) as { readonly token?: unknown };
    if (reply.ok && typeof body.token === 'string') return { token: body.token };
    if (reply.status === 401)
      return {
        refused:
          'The address you opened signs in once and within a minute. Call “orrery dashboard” again.',
      };
    return { refused: `Signing in failed: the service answered ${reply.status}.` };
  } catch {
    return { refused: 'Signing in failed: the service does not answer.' };
  }
}
