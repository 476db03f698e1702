// An ordinary client for tests: node's HTTP, the `ws` package, six headers. It knows the service by its profile only.

import { request as httpRequest } from 'node:http';
import { type RawData, WebSocket } from 'ws';
import type { JsonValue } from '../../payload/json.js';
import { compileDialect } from '../../profile/dialect/compile.js';
import type { CommandParams, Dialect, RequestName, RequestParams } from '../../profile/dialect/dialect.js';
import type { DialectSpec } from '../../profile/dialect/spec.js';
import type { MessageKind, StreamMessage } from '../../profile/dialect/views.js';
import type { KeyRole, Profile } from '../../profile/profile.js';
import { createSigner, parsePrivateKey, type Signer, signRequest } from '../../signing/index.js';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: JsonValue;
}

export interface SendOptions {
  readonly idempotencyKey?: string;
  readonly role?: KeyRole;
  readonly body?: string;
  readonly nowMs?: number;
}

let serial = 0;

export class OrdinaryClient {
  readonly dialect: Dialect;
  readonly accountId: string;
  readonly #profile: Profile;
  readonly #signers = new Map<KeyRole, Signer>();

  constructor(profile: Profile, accountId: string = profile.accounts.pool[0]?.id ?? '') {
    if (!('spec' in profile.dialect)) throw new TypeError('expected a profile with a dialect in its data form');
    this.#profile = profile;
    this.accountId = accountId;
    // Made by the service itself, hence complete.
    this.dialect = compileDialect(profile.dialect.spec as unknown as DialectSpec, profile.baseUrl);
  }

  send(name: RequestName, params: Partial<RequestParams> = {}, options: SendOptions = {}): Promise<Reply> {
    const { method, path, body } = this.dialect.request(name, { accountId: this.accountId, ...params });
    return this.raw(method, path, options.body ?? body, options);
  }

  raw(method: string, path: string, body: string | undefined, options: SendOptions = {}): Promise<Reply> {
    const headers = this.sign(method, path, body, options);
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        `${this.#profile.baseUrl}${path}`,
        {
          method,
          headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const parsed = JSON.parse(Buffer.concat(chunks).toString('utf8')) as JsonValue; // what JSON.parse returns
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed });
          });
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  sign(method: string, path: string, body: string | undefined, options: SendOptions = {}): Record<string, string> {
    const role = options.role ?? 'main';
    serial += 1;
    const signed = signRequest(this.#signer(role), {
      apiKey: this.#profile.keys[role]?.id ?? '',
      idempotencyKey: options.idempotencyKey ?? (method === 'GET' ? '' : `key-${process.pid}-${serial}`),
      timestampMs: options.nowMs ?? Date.now(),
      method,
      path,
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    });
    return Object.fromEntries(signed.headers);
  }

  /** Resolves with the open stream, or rejects with the status of the refusal. */
  open(name: 'eventsStream' | 'ticksStream', options: SendOptions = {}): Promise<OrdinaryStream> {
    const { path } = this.dialect.request(name, { accountId: this.accountId });
    const socket = new WebSocket(`${this.#profile.streamUrl}${path}`, {
      headers: this.sign('GET', path, undefined, options),
      perMessageDeflate: false,
    });
    const stream = new OrdinaryStream(socket, this.dialect);
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(stream));
      socket.once('unexpected-response', (_request, response) => {
        response.resume();
        reject(new Error(`refused with ${response.statusCode}`));
      });
      socket.once('error', reject);
    });
  }

  #signer(role: KeyRole): Signer {
    let signer = this.#signers.get(role);
    if (signer === undefined) {
      signer = createSigner(parsePrivateKey(this.#profile.keys[role]?.privateKey ?? ''));
      this.#signers.set(role, signer);
    }
    return signer;
  }
}

export class OrdinaryStream {
  readonly received: StreamMessage[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<number>;
  readonly #dialect: Dialect;
  readonly #waiting = new Set<() => void>();

  constructor(socket: WebSocket, dialect: Dialect) {
    this.socket = socket;
    this.#dialect = dialect;
    socket.on('message', (data: RawData) => {
      const frame = JSON.parse(data.toString()) as JsonValue; // what JSON.parse returns
      this.received.push(...dialect.readFrame(frame));
      for (const look of this.#waiting) {
        look();
      }
    });
    this.closed = new Promise((resolve) => {
      socket.once('close', (code) => resolve(code));
    });
  }

  command(action: 'subscribe' | 'unsubscribe', params: CommandParams): void {
    this.socket.send(this.#dialect.command(action, params));
  }

  /** The first message of a kind that fits, past or future. */
  async next<Kind extends MessageKind>(
    kind: Kind,
    fits: (message: Extract<StreamMessage, { readonly kind: Kind }>) => boolean = () => true,
  ): Promise<Extract<StreamMessage, { readonly kind: Kind }>> {
    const find = (): Extract<StreamMessage, { readonly kind: Kind }> | undefined =>
      this.received.find(
        (message): message is Extract<StreamMessage, { readonly kind: Kind }> =>
          message.kind === kind && fits(message as Extract<StreamMessage, { readonly kind: Kind }>), // by the test before
      );
    return new Promise((resolve) => {
      const look = (): void => {
        const found = find();
        if (found !== undefined) {
          this.#waiting.delete(look);
          resolve(found);
        }
      };
      this.#waiting.add(look);
      look();
    });
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}
