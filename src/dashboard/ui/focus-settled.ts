/** Focus for what cannot have it yet: what stands above it is still to come. */

/** Now, or once it is settled, unless the reader has gone elsewhere by then. */
export function focusSettled(element: HTMLElement | null): void {
  const unsettled = element?.closest('[inert]') ?? null;
  if (unsettled === null) {
    element?.focus();
    return;
  }
  const { activeElement: before } = document;
  const observer = new MutationObserver(() => {
    observer.disconnect();
    if (document.activeElement === before) element?.focus();
  });
  observer.observe(unsettled, { attributeFilter: ['inert'] });
}
