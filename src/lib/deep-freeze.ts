/** Freezes a value of JSON with all that is in it, so that it can be handed to many. */

/** The same value. What is frozen already is taken to be so all the way down. */
export function deepFreeze<Value extends object>(value: Value): Value {
  if (Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) deepFreeze(member as object);
  }
  return Object.freeze(value);
}
