/** The code in the address with which `orrery dashboard` opens the page; `exchange-code.ts` has the token for it. */

const address = '#/sign-in?';

/** The code in an address such as `#/sign-in?code=…`; null in any other. */
export function codeIn(hash: string): string | null {
  if (!hash.startsWith(address)) return null;
  const code = new URLSearchParams(hash.slice(address.length)).get('code');
  return code === '' ? null : code;
}
