// A defect in a file at a known place, found after its JSON Schema has accepted it.

export class FileDefect extends Error {
  /** JSON Pointer of the place. */
  readonly pointer: string;

  constructor(pointer: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.pointer = pointer;
  }
}

/** Runs `work`; what it throws becomes a defect at `pointer`, its message after `where` if that is given. */
export function within<Result>(pointer: string, work: () => Result, where?: string): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof FileDefect) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new FileDefect(pointer, where === undefined ? message : `in ${where}: ${message}`, { cause: error });
  }
}

/** Runs `work`, whose defects point into the value at `pointer`. */
export function nested<Result>(pointer: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FileDefect)) throw error;
    throw new FileDefect(pointer + error.pointer, error.message, { cause: error });
  }
}
