/** Going through what is read in steps, each of which says where the next begins. */

/** Every step, the first after an empty text, until one says that it is the last. Throws when told to stop. */
export async function* inSteps<Step extends { readonly next: string | null }>(
  look: (after: string) => Promise<Step>,
  signal: AbortSignal,
): AsyncGenerator<Step> {
  let after: string | null = '';
  while (after !== null) {
    signal.throwIfAborted();
    const step: Step = await look(after);
    yield step;
    after = step.next;
  }
}
