/** What an operator can do with a queue item, and which of its fields an edit may change. */

export const operatorVerbs = ['pause', 'resume', 'retry', 'cancel', 'answer', 'edit'] as const;
export type OperatorVerb = (typeof operatorVerbs)[number];

/** Everything else of an item is its identity or is decided by its machine. */
export const editableFieldNames = [
  'dispatch_priority',
  'selection_rank',
  'machine_target',
  'workload_class',
  'model',
  'reasoning_effort',
  'auto_continue',
  'max_continues',
  'max_retries',
] as const;
export type EditableField = (typeof editableFieldNames)[number];
