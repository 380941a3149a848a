/** Waits for the operator to stop the process. */

/** Resolves at the first SIGTERM, SIGINT or SIGHUP. */
export function untilSignal(): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.once(signal, () => resolve(null));
  });
}
