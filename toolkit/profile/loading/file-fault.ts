// A fault in a file at a known place, found after its JSON Schema has accepted it.

export class FileFault extends Error {
  /** JSON Pointer of the place. */
  readonly pointer: string;

  constructor(pointer: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.pointer = pointer;
  }
}

/** Runs `work`; what it throws becomes a fault at `pointer`, its message after `where` if that is given. */
export function within<Result>(pointer: string, work: () => Result, where?: string): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof FileFault) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new FileFault(pointer, where === undefined ? message : `in ${where}: ${message}`, { cause: error });
  }
}

/** Runs `work`, whose faults point into the value at `pointer`. */
export function nested<Result>(pointer: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw new FileFault(pointer + error.pointer, error.message, { cause: error });
  }
}
