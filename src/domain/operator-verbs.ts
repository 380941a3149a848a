/** What an operator can do with a queue item. */

export const operatorVerbs = ['pause', 'resume', 'retry', 'cancel', 'answer', 'edit'] as const;
export type OperatorVerb = (typeof operatorVerbs)[number];
