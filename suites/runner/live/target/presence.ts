// Whether the target is still there: a check that was open when it ended, or went out of reach, says nothing about it. One cause for
// all of them, whatever each had been waiting for.
import { connect } from 'node:net';

/** Checks that end together ask once. */
const FRESH_MS = 250;
const PATIENCE_MS = 2_000;
/** Errors of a connection that prove that nothing listens there. */
const GONE: readonly string[] = ['ECONNREFUSED', 'ENOENT'];

export class Presence {
  readonly #address: URL;
  #asked: { readonly atMs: number; readonly answer: Promise<string | undefined> } | undefined;

  /** `baseUrl` is that of the profile. */
  constructor(baseUrl: string) {
    this.#address = new URL(baseUrl);
  }

  /** Why nothing can be judged any more; undefined while something listens there, or where that cannot be told. */
  async gone(): Promise<string | undefined> {
    const now = performance.now();
    if (this.#asked === undefined || now - this.#asked.atMs > FRESH_MS) {
      this.#asked = { atMs: now, answer: this.#ask() };
    }
    return this.#asked.answer;
  }

  #ask(): Promise<string | undefined> {
    const { hostname, port, protocol, origin } = this.#address;
    const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
    return new Promise((resolve) => {
      const socket = connect(number, hostname.replace(/^\[|\]$/g, ''));
      const end = (reason: string | undefined): void => {
        socket.destroy();
        resolve(reason);
      };
      socket.once('connect', () => end(undefined));
      socket.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
        end(
          GONE.includes(code)
            ? `nothing listens at ${origin} any more: the target ended during the run; start it, and run again`
            : undefined,
        ),
      );
      socket.setTimeout(PATIENCE_MS, () => end(undefined));
    });
  }
}
