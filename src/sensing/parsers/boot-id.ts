/** The identity of the current boot from `/proc/sys/kernel/random/boot_id` (random(4)). */

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The boot id, or null when the text is not one. Process start times are only good within it. */
export function parseBootId(text: string): string | null {
  const trimmed = text.trim().toLowerCase();
  return uuid.test(trimmed) ? trimmed : null;
}
