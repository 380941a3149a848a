/** Waits for the operator to stop the process. */

/** Resolves at the first SIGTERM, SIGINT or SIGHUP. SIGUSR1, which Node takes for its inspector, does nothing. */
export function untilSignal(): Promise<null> {
  process.on('SIGUSR1', () => undefined);
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.once(signal, () => resolve(null));
  });
}
