/** Waits for the operator to stop the process. */

/** Resolves at the first SIGTERM or SIGINT. */
export function untilSignal(): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(null));
  });
}
