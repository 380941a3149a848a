/** Carries an error from one thread to another: a structured clone keeps neither class nor members. */

/** An error as plain data, made by `toRemoteError` on one side and read by `fromRemoteError` on the other. */
export interface RemoteError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** What the error's class adds, such as `code`. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** Makes an error of one class anew, by the class's name. */
export type ErrorMakers = Readonly<
  Record<string, (message: string, members: RemoteError['members']) => Error>
>;

/** Everything of `error` that can be sent; members that cannot be cloned are told as text. */
export function toRemoteError(error: unknown): RemoteError {
  if (!(error instanceof Error)) {
    return { name: 'Error', message: String(error), stack: undefined, members: {} };
  }
  const { name, message, stack } = error;
  const members = Object.fromEntries(
    Object.entries(error).map(([key, value]) => [key, isPlain(value) ? value : String(value)]),
  );
  return { name, message, stack, members };
}

/** The error as it was; one whose class `makers` does not know keeps its name and its members. */
export function fromRemoteError(remote: RemoteError, makers: ErrorMakers = {}): Error {
  const { name, message, stack, members } = remote;
  const known = Object.hasOwn(makers, name) ? makers[name] : undefined;
  const error =
    known?.(message, members) ??
    Object.defineProperty(Object.assign(new Error(message), members), 'name', { value: name });
  if (stack !== undefined) error.stack = stack;
  return error;
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}
