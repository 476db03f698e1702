// A deviation from correct signing: stages that are replaced (interface 5). Later stages work on what a replaced one gives, so a wrong
// payload is still signed correctly and only its content is wrong, while a body that is changed when it is sent no longer fits its hash.
import type { SignedRequest } from '../sign-request.js';
import type { HeaderList, SigningStages } from '../signing-stages.js';

/** What travels, after signing. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** Without a stated length (RFC 9112, 7.1). */
  readonly inChunks?: boolean;
}

export interface Deviation extends Partial<SigningStages> {
  /** Changes the request after it was signed. */
  readonly wire?: (request: SentRequest) => SentRequest;
  /**
   * Whether the deviation changes this request at all; another alphabet shows only where `-` or `_` stands. The sender varies the
   * request by what `vary` says until it holds: the timestamp, blanks at the end of the JSON body, or blanks inside the payload
   * text, all of which are free.
   */
  readonly needs?: (signed: SignedRequest) => boolean;
  readonly vary?: 'timestamp' | 'body' | 'payloadText';
}
