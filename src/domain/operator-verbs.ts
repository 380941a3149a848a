/** What an operator can do with a queue item. */

/** Each has a route and an event of the item's machine, which decides whether it may be. */
export const operatorVerbs = ['pause', 'resume', 'retry', 'cancel', 'answer', 'edit'] as const;
/** What is asked of an item; `answer` and `edit` carry something with them. */
export type OperatorVerb = (typeof operatorVerbs)[number];
