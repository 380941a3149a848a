/** A reason behind what it explains, or nothing where none is known. */
export const because = (reason: string | null): string => (reason === null ? '' : `: ${reason}`);
