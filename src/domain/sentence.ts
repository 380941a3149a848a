/** How what the service says in half sentences is shown as sentences of their own. Pure. */

/** With a capital, unless it begins with what is a name by its looks, as those of settings and of numbered workers. */
export const beginSentence = (text: string): string =>
  /^[\w.-]*[_\d]/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);

/** With a full stop, unless it ends with a mark already. */
export const endSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** With both. */
export const toSentence = (text: string): string => endSentence(beginSentence(text));
