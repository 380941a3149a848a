/** Has the browser keep what the page is made of, for a reload while the service cannot be asked. */

const shell = '/control/dashboard';
const worker = `${shell}/offline.js`;

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(): string },
  ): { createScriptURL(text: string): string };
}

/** The only text that may become the address of a script; the page's policy knows this maker and no other. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies };
  const policy = trustedTypes?.createPolicy('orrery-worker', { createScriptURL: () => worker });
  return policy?.createScriptURL('') ?? worker;
}

/** Only where the browser has it, which is over https and on this machine; without, a reload needs the service. */
export function keepPage(): void {
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>;
  serviceWorker?.register(workerAddress(), { scope: shell }).catch(() => undefined);
}
