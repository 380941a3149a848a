/** How long tests wait for what must come: a last resort, so that a stuck one ends with a sentence. */

/** Milliseconds; what has not come about by then is stuck, beside whatever neighbours. */
export const patienceMs = 600_000;
/** Milliseconds for one thing that a service in this process comes to: fewer than a test has, which says less. */
export const servicePatienceMs = 300_000;
/** Milliseconds for something on a page: where one is broken, many tests wait in vain. */
export const pagePatienceMs = 90_000;
