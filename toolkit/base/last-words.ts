// The end of what a program wrote to its error output, kept within a bound however much it writes. Where the beginning is cut off, the rest
// of the line that was cut goes, too, and the rest of a private key: the half of a secret would be recognised by nobody afterwards.
import { StringDecoder } from 'node:string_decoder';

const END_OF_KEY = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/;
const BEGIN_OF_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/;

export class LastWords {
  readonly #most: number;
  readonly #decoder = new StringDecoder('utf8');
  #text = '';
  #isCut = false;

  constructor(most: number) {
    this.#most = most;
  }

  take(chunk: Uint8Array): void {
    const all = this.#text + this.#decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#isCut ||= all.length > this.#most;
    this.#text = all.slice(-this.#most);
  }

  get text(): string {
    if (!this.#isCut) return this.#text;
    const end = END_OF_KEY.exec(this.#text);
    const isOrphan = end !== null && !BEGIN_OF_KEY.test(this.#text.slice(0, end.index));
    const rest = isOrphan ? this.#text.slice(end.index + end[0].length) : this.#text;
    // A line that is longer than all that is kept is shown from its next word on.
    const whole = rest.search(/\n[^\n]/);
    const from = whole >= 0 ? whole : rest.search(/\s/);
    return from < 0 ? '' : rest.slice(from + 1);
  }
}
