// Signs what a client sends (interface 5), by the stages of its conduct.

import { kept } from '../../base/kept.js';
import type { Dialect, RequestName } from '../../profile/index.js';
import {
  CORRECT_STAGES,
  type HeaderList,
  type PrivateKey,
  type Signer,
  type SigningStages,
  signByStages,
} from '../../signing/index.js';
import { nodeHashing } from '../../signing/node-hashing.js';
import { createSigner } from '../../signing/sign.js';
import type { Conduct } from '../conduct/conduct.js';
import type { RequestKind } from '../conduct/form.js';

/** What is to be sent. */
export interface Draft {
  readonly name: RequestName;
  readonly kind: RequestKind;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: string | undefined;
  readonly attempt: number;
}

/** What goes on the wire. */
export interface SignedDraft {
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | undefined;
}

/** Importing a key costs as much as ten signatures, and many sessions sign with the same. */
const signers = new WeakMap<PrivateKey, Signer>();

export class RequestSigner {
  readonly #conduct: Conduct;
  readonly #dialect: Dialect;
  readonly #apiKey: string;
  readonly #signer: Signer;
  readonly #seed: Uint8Array;
  readonly #stages: SigningStages;
  readonly #begunMs = Date.now();
  readonly #sent = new Map<string, HeaderList>();
  #lastMs = 0;

  constructor(conduct: Conduct, dialect: Dialect, apiKey: string, privateKey: PrivateKey) {
    this.#conduct = conduct;
    this.#dialect = dialect;
    this.#apiKey = apiKey;
    this.#signer = kept(signers, privateKey, () => createSigner(privateKey));
    this.#seed = privateKey.exposeSeed();
    this.#stages = { ...CORRECT_STAGES, ...conduct.stages };
  }

  sign(draft: Draft): SignedDraft {
    const conduct = this.#conduct;
    const path = conduct.path(draft.path, draft);
    const text = draft.body ?? (draft.kind === 'call' ? undefined : conduct.readBody);
    const body = text === undefined ? undefined : Buffer.from(text, 'utf8');
    const mark = `${draft.method} ${path} ${draft.key}`;
    const earlier = conduct.reusesHeaders(draft) ? this.#sent.get(mark) : undefined;
    const headers = earlier ?? this.#headers(draft, path, body);
    this.#sent.set(mark, headers);
    return { method: draft.method, path: conduct.sentPath(path), headers, body };
  }

  #headers({ method, key, kind }: Draft, path: string, body: Uint8Array | undefined): HeaderList {
    const conduct = this.#conduct;
    const { headers } = signByStages(this.#stages, {
      apiKey: this.#apiKey,
      idempotencyKey: key,
      timestampMs: conduct.timestampMs(this.#freshMs(), this.#begunMs),
      method,
      path: this.#dialect.signedPath(path),
      body: body ?? new Uint8Array(),
      signer: this.#signer,
      hashing: nodeHashing,
      seed: this.#seed,
    });
    return [
      ...(kind === 'handshake' ? conduct.handshakeHeaders(headers) : headers),
      ...conduct.furtherHeaders(this.#seed),
      ...(body === undefined ? [] : [['Content-Type', conduct.contentType] as const]),
    ];
  }

  /** No two requests of a session share a millisecond, so that equal ones differ in their signatures (interface 5.3, rule 8). */
  #freshMs(): number {
    this.#lastMs = Math.max(Date.now(), this.#lastMs + 1);
    return this.#lastMs;
  }
}
