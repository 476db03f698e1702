// Which of 429 and 503 a target has answered by itself, at any time of the run (interface 4.1). A status that it never answers but while
// a check has brought something about, and then to every try, is its answer to that, be it the wrong one.

export class UnprovokedStatuses {
  readonly #statuses = new Set<number>();

  met(status: number): void {
    this.#statuses.add(status);
  }

  has(status: number): boolean {
    return this.#statuses.has(status);
  }
}
