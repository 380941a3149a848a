/**
 * Keys of requests, under which answers are stored: those that clients choose, and those of the runtime
 * itself. The runtime's own begin with a mark; a client's key that begins with it gets another one in
 * front. So the two never meet, and every other key of a client is stored as it is given.
 */
const mark = '~';

/** Key of a message that the runtime itself sends; `name` begins with a letter. */
export const internalKey = (name: string): string => `${mark}${name}`;

/** A client's key as it is stored. */
export const clientKey = (key: string): string => (key.startsWith(mark) ? `${mark}${key}` : key);
