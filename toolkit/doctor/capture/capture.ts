// A captured request, as far as it is known: what the readers make of HTTP text, curl, HAR, JSON or a journal line, and what the
// engine diagnoses. Unlike a received request it may lack its body, or hold a signature that was shortened on the way.
import { ProtocolError } from '../../payload/protocol-error.js';

export type CaptureFormat = 'http' | 'curl' | 'command' | 'har' | 'json' | 'journal' | 'script' | 'text' | 'live';

export interface Capture {
  readonly format: CaptureFormat;
  readonly method: string;
  /** The request target: path with query, exactly as far as the capture shows it. */
  readonly path: string;
  /** In order; a name may stand several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Undefined when the capture does not hold the body (a file that was named, a text that was cut off). */
  readonly body: Uint8Array | undefined;
  /** Other bytes that the body may have been, where the form of the capture cannot tell, such as without a last line break. */
  readonly otherBodies?: readonly Uint8Array[];
  /** The body as the capture shows it, where its tool may have spelled the same JSON otherwise. */
  readonly shownBody?: Uint8Array;
  /** The length of the body that a header states, for telling which spelling was sent. */
  readonly statedLength?: number;
  /** What the text of the body decodes to, in a form of capture that may hold it encoded and does not say so. */
  readonly decodedBodies?: readonly Uint8Array[];
  /** Some body is shown, though its exact bytes are not known: there was one. */
  readonly showsBody?: boolean;
  /** HTTP/1.1 with a text where a body stands, but neither a length nor chunks: by the rules of HTTP no body was sent. */
  readonly isUnframed?: boolean;
  /** The form shows the parameters of the query apart, not the text that was sent. */
  readonly lacksQuery?: boolean;
  /** Headers alone: method and path are empty texts, and what was sent for them is not known. */
  readonly lacksRequestLine?: boolean;
  /** The form does not show every header: one that is not here may have been sent. */
  readonly lacksHeaders?: boolean;
  /** The server's or, failing that, the capturing machine's time of the request, in Unix milliseconds. */
  readonly atMs?: number;
  /** Sentences for people about what the capture does not show or what its tool may have changed. */
  readonly notes: readonly string[];
}

/** Larger captures are refused: no signed request is of that size. */
export const MAX_CAPTURE_BYTES: number = 32 << 20;

export function captureInvalid(message: string): ProtocolError {
  return new ProtocolError('capture-invalid', message);
}

/** Path with query of a URL exactly as written; undefined when the text is no http(s) URL. */
export function targetOfUrl(url: string): string | undefined {
  const after = /^(?:https?|wss?):\/\/[^/?#\s]*([^#\s]*)/i.exec(url)?.[1];
  if (after === undefined) return undefined;
  return after.startsWith('/') ? after : `/${after}`;
}

export const utf8Bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** UTF-8 where it is that, Latin-1 otherwise. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** Content-Length, where a header states it. */
export function statedLengthOf(headers: Capture['headers']): { readonly statedLength?: number } {
  const text = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  return text !== undefined && /^\d{1,12}$/.test(text) ? { statedLength: Number(text) } : {};
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
