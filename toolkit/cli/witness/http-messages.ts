// HTTP/1.1 as it passes by (RFC 9112): messages of one direction, cut out of the bytes as they come, pipelined ones too. Lenient, since
// it decides nothing: what cannot be told apart any more is handed on as bytes of no known meaning.

export interface HttpHead {
  readonly first: string;
  /** In order, as they were written, without blanks around values. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface HttpMessage {
  readonly head: HttpHead;
  readonly body: Buffer;
  /** Why its end cannot be told for certain. */
  readonly unclear?: string;
}

export interface Extent {
  /** In bytes; or by its own marks, or to the end of the connection. */
  readonly body: number | 'chunked' | 'to-the-end';
  readonly unclear?: string;
}

export interface Listener {
  /** The extent of the body; undefined for a head that means nothing by itself, such as an interim answer. */
  readonly extentOf: (head: HttpHead) => Extent | undefined;
  readonly message: (message: HttpMessage) => void;
  /** What follows is no HTTP any more, by what the message before said. */
  readonly switched?: (rest: Buffer) => void;
}

const MOST_HEAD = 1 << 17;
/** Beyond what the suite reads of a body. */
const MOST_BODY = 5 << 20;

type State =
  | { readonly at: 'head' }
  | { readonly at: 'body'; readonly head: HttpHead; readonly extent: Extent; left: number }
  | { readonly at: 'lost' | 'switched' };

export class HttpMessages {
  readonly #listener: Listener;
  #state: State = { at: 'head' };
  #rest: Buffer = Buffer.alloc(0);
  #body: Buffer[] = [];
  #bodyBytes = 0;
  #cut = false;
  /** Bytes that could not be read as HTTP. */
  lostBytes = 0;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  take(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (this.#step()) {
      // Each step takes something away from what is left.
    }
  }

  /** The head of a message whose body has not come to its end. */
  get open(): HttpHead | undefined {
    return this.#state.at === 'body' ? this.#state.head : undefined;
  }

  /** The connection is at its end. */
  end(): void {
    if (this.#state.at !== 'body') return;
    const { head, extent } = this.#state;
    const { unclear = extent.body === 'to-the-end' ? undefined : 'the connection ended within its body' } = extent;
    this.#finish(head, unclear);
  }

  /** From now on this direction carries something else. */
  switchOver(): void {
    const rest = this.#rest;
    this.#rest = Buffer.alloc(0);
    this.#state = { at: 'switched' };
    if (rest.length > 0) this.#listener.switched?.(rest);
  }

  #step(): boolean {
    if (this.#rest.length === 0) return false;
    if (this.#state.at === 'head') return this.#readHead();
    if (this.#state.at === 'body') return this.#readBody(this.#state);
    const rest = this.#rest;
    this.#rest = Buffer.alloc(0);
    if (this.#state.at === 'lost') this.lostBytes += rest.length;
    else this.#listener.switched?.(rest);
    return false;
  }

  #readHead(): boolean {
    const end = this.#rest.subarray(0, MOST_HEAD).indexOf('\r\n\r\n');
    if (end === -1) {
      if (this.#rest.length < MOST_HEAD) return false;
      this.#state = { at: 'lost' };
      return true;
    }
    const head = parseHead(this.#rest.toString('latin1', 0, end));
    this.#rest = this.#rest.subarray(end + 4);
    if (head === undefined) {
      this.lostBytes += end + 4;
      this.#state = { at: 'lost' };
      return true;
    }
    const extent = this.#listener.extentOf(head);
    if (extent === undefined) return true;
    const left =
      typeof extent.body === 'number' ? extent.body : extent.body === 'chunked' ? -1 : Number.POSITIVE_INFINITY;
    this.#state = { at: 'body', head, extent, left };
    if (left === 0) this.#finish(head, extent.unclear);
    return true;
  }

  #readBody(state: State & { readonly at: 'body' }): boolean {
    if (state.extent.body === 'chunked' && state.left <= 0) return this.#readChunkHead(state);
    const part = this.#rest.subarray(0, Math.min(this.#rest.length, state.left));
    this.#rest = this.#rest.subarray(part.length);
    this.#keep(part);
    state.left -= part.length;
    if (state.left === 0 && state.extent.body !== 'chunked') this.#finish(state.head, state.extent.unclear);
    // The line that follows a chunk is read with the head of the next one.
    if (state.left === 0 && state.extent.body === 'chunked') state.left = -2;
    return true;
  }

  /** `left` is -1 before the first chunk, -2 behind one. */
  #readChunkHead(state: State & { readonly at: 'body' }): boolean {
    const from = state.left === -2 ? 2 : 0;
    const end = this.#rest.indexOf('\r\n', from);
    if (end === -1) return this.#rest.length > MOST_HEAD ? this.#lose(state.head) : false;
    const size = Number.parseInt(this.#rest.toString('latin1', from, end), 16);
    if (Number.isNaN(size) || size < 0) return this.#lose(state.head);
    if (size > 0) {
      this.#rest = this.#rest.subarray(end + 2);
      state.left = size;
      return true;
    }
    // Trailers, which mean nothing here, up to an empty line.
    const last = this.#rest.indexOf('\r\n\r\n', end);
    if (last === -1) return this.#rest.length > MOST_HEAD ? this.#lose(state.head) : false;
    this.#rest = this.#rest.subarray(last + 4);
    this.#finish(state.head, state.extent.unclear);
    return true;
  }

  #lose(head: HttpHead): boolean {
    this.#finish(head, 'its chunks cannot be read');
    this.#state = { at: 'lost' };
    return true;
  }

  #keep(part: Buffer): void {
    this.#bodyBytes += part.length;
    if (this.#bodyBytes > MOST_BODY) {
      this.#cut = true;
      this.#body = [];
    } else {
      // A copy: what is left of a chunk would keep all of it alive.
      this.#body.push(Buffer.from(part));
    }
  }

  #finish(head: HttpHead, unclear: string | undefined): void {
    const why = unclear ?? (this.#cut ? 'it is larger than any that the suite reads' : undefined);
    const body = Buffer.concat(this.#body);
    this.#body = [];
    this.#bodyBytes = 0;
    this.#cut = false;
    this.#state = { at: 'head' };
    this.#listener.message({ head, body, ...(why !== undefined && { unclear: why }) });
  }
}

function parseHead(text: string): HttpHead | undefined {
  const [first = '', ...lines] = text.replace(/^(?:\r\n)+/, '').split('\r\n');
  if (!/^HTTP\/1\.[01] \d{3}|^[^ ]+ .*HTTP\/1\.[01]$/.test(first)) return undefined;
  const headers = lines.map((line): readonly [string, string] => {
    const colon = Math.max(line.indexOf(':'), 0);
    return [line.slice(0, colon), line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')];
  });
  return { first, headers };
}

/** The first value of a header, by its lower-case name. */
export function headerOf({ headers }: HttpHead, name: string): string | undefined {
  return headers.find(([known]) => known.toLowerCase() === name)?.[1];
}
