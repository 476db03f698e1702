// What is going on around an account, as its records tell it: requests on their way, operations without a result, keys and what became
// of them, streams and what they are subscribed to. Situations are looked for in it; it judges nothing.

import { isSuccessful } from '../../../toolkit/base/is-successful.js';
import type { Answer, Call, Command, Control, Entry, Message } from '../../../toolkit/checkers/index.js';
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import { isFinalStatus } from '../../../toolkit/payload/vocabulary.js';
import { isMutating } from '../../../toolkit/profile/dialect/dialect.js';

export interface SceneOperation {
  readonly id: string;
  readonly request: string;
  readonly key: string;
  /** The order or the position that it is about. */
  readonly object: string | undefined;
  readonly isPart: boolean;
  readonly ackedNs: number;
  /** Connections that told its result. */
  readonly told: Set<string>;
  status: string | undefined;
}

export interface SceneKey {
  readonly request: string;
  readonly body: string;
  operation: SceneOperation | undefined;
  inFlight: number;
  isLost: boolean;
  streams: number;
}

export interface SceneStream {
  readonly request: string;
  readonly asked: Set<string>;
  readonly left: Set<string>;
  readonly kinds: Set<string>;
  isOpen: boolean;
}

/** Control actions that last until another one ends them. */
const LASTING: Readonly<Record<string, string>> = {
  'operation.hold': 'held',
  'stream.stall': 'stalled',
  'limits.exhaust': 'exhausted',
  'orders.limit': 'few-orders',
};
const ENDING: Readonly<Record<string, string>> = {
  'operation.release': 'held',
  'stream.resume': 'stalled',
  'limits.restore': 'exhausted',
  'orders.unlimit': 'few-orders',
};
/** Control actions that a parameter switches on and off. */
const SWITCHED: Readonly<Record<string, readonly [param: string, off: string, state: string]>> = {
  'account.restrict': ['trade_mode', 'normal', 'disabled'],
  'service.maintenance': ['enabled', 'false', 'maintained'],
  'market.close': ['closed', 'false', 'session-closed'],
  'market.quotes': ['available', 'true', 'unquoted'],
};

export class Scene {
  readonly calls: Map<number, Call> = new Map();
  readonly operations: Map<string, SceneOperation> = new Map();
  readonly unfinished: Map<string, SceneOperation> = new Map();
  readonly keys: Map<string, SceneKey> = new Map();
  readonly streams: Map<string, SceneStream> = new Map();
  /** What control actions have brought about, and what they have ended. */
  readonly states: Set<string> = new Set();
  readonly ended: Set<string> = new Set();
  /** Actions that were performed, by how often. */
  readonly performed: Map<string, number> = new Map();
  /** How many events had come when a page gave its cursor. */
  readonly cursors: Map<string, number> = new Map();
  events = 0;
  /** Streams that were opened so far. */
  opened = 0;

  /** Called after the situations have looked. */
  see(entry: Entry): void {
    switch (entry.type) {
      case 'call':
        this.#call(entry);
        break;
      case 'answer':
        this.#answer(entry);
        break;
      case 'lost':
        this.#lost(entry.call);
        break;
      case 'opened':
        this.opened += 1;
        this.#stream(entry.conn).isOpen = true;
        break;
      case 'closed':
        this.#stream(entry.conn).isOpen = false;
        break;
      case 'command':
        this.#command(entry);
        break;
      case 'message':
        this.#message(entry);
        break;
      case 'control':
        this.#control(entry);
        break;
    }
  }

  stream(conn: string): SceneStream | undefined {
    return this.streams.get(conn);
  }

  openStreams(kind?: string): readonly SceneStream[] {
    return [...this.streams.values()].filter(
      (one) => one.isOpen && (kind === undefined || one.asked.has(kind)) && one.request !== 'ticksStream',
    );
  }

  /** Requests on their way of this kind. */
  inFlight(request: string): readonly Call[] {
    return [...this.calls.values()].filter((call) => call.request === request);
  }

  /** Closes and cancellations of the same thing that have no result yet, on their way or acknowledged. */
  rivals({ request, params }: Pick<Call, 'request' | 'params'>): readonly { readonly isPart: boolean }[] {
    const object = objectOf(params);
    if (object === undefined) return [];
    const sent = this.inFlight(request).filter((call) => objectOf(call.params) === object);
    const waiting = [...this.unfinished.values()].filter((one) => one.request === request && one.object === object);
    return [...sent.map(({ params: asked }) => ({ isPart: memberOf(asked, 'volume') !== undefined })), ...waiting];
  }

  #call(call: Call): void {
    this.calls.set(call.i, call);
    if (call.request.endsWith('Stream')) {
      const { request } = call;
      this.streams.set(call.conn, { request, asked: new Set(), left: new Set(), kinds: new Set(), isOpen: false });
    }
    if (call.key === undefined || !isMutating(call.request)) return;
    const known = this.keys.get(call.key);
    if (known === undefined) {
      this.keys.set(call.key, {
        request: call.request,
        body: bodyOf(call),
        operation: undefined,
        inFlight: 1,
        isLost: false,
        streams: this.opened,
      });
    } else {
      known.inFlight += 1;
    }
  }

  #answer(answer: Answer): void {
    const call = this.calls.get(answer.call);
    this.calls.delete(answer.call);
    const cursor = memberOf(answer.view, 'cursor');
    if (typeof cursor === 'string') this.cursors.set(cursor, this.events);
    const state = memberOf(answer.view, 'state');
    if (answer.request === 'operationStatus' && typeof state === 'string' && isFinalStatus(state)) {
      const asked = memberOf(call?.params, 'operationId');
      const operation = typeof asked === 'string' ? this.operations.get(asked) : undefined;
      if (operation !== undefined) this.#finish(operation, state);
    }
    const key = answer.key === undefined ? undefined : this.keys.get(answer.key);
    if (key === undefined || !isMutating(answer.request)) return;
    key.inFlight -= 1;
    if (!isSuccessful(answer.status)) return;
    if (answer.operationId === undefined || this.operations.has(answer.operationId)) return;
    const operation: SceneOperation = {
      id: answer.operationId,
      request: answer.request,
      key: answer.key ?? '',
      object: objectOf(call?.params),
      isPart: memberOf(call?.params, 'volume') !== undefined,
      ackedNs: answer.tNs,
      told: new Set(),
      status: undefined,
    };
    key.operation = operation;
    this.operations.set(operation.id, operation);
    const early = this.#early.get(operation.id);
    if (early === undefined) this.unfinished.set(operation.id, operation);
    else operation.status = early;
  }

  /** Results that came before their answers. */
  readonly #early = new Map<string, string>();

  #lost(i: number): void {
    const call = this.calls.get(i);
    this.calls.delete(i);
    const key = call?.key === undefined ? undefined : this.keys.get(call.key);
    if (key === undefined) return;
    key.inFlight -= 1;
    key.isLost = true;
  }

  #command({ conn, action, event }: Command): void {
    const stream = this.#stream(conn);
    if (action === 'subscribe') {
      stream.asked.add(event);
      stream.left.delete(event);
    } else if (action === 'unsubscribe') {
      stream.asked.delete(event);
      stream.left.add(event);
    }
  }

  #message({ conn, kind, view, operationId }: Message): void {
    this.#stream(conn).kinds.add(kind);
    if (kind !== 'transaction_event') return;
    this.events += 1;
    const status = memberOf(view, 'status');
    if (operationId === undefined || typeof status !== 'string') return;
    const operation = this.operations.get(operationId);
    if (operation === undefined) {
      this.#early.set(operationId, status);
      return;
    }
    operation.told.add(conn);
    this.#finish(operation, status);
  }

  #finish(operation: SceneOperation, status: string): void {
    operation.status ??= status;
    this.unfinished.delete(operation.id);
  }

  #control({ action, params }: Control): void {
    this.performed.set(action, (this.performed.get(action) ?? 0) + 1);
    const begun = LASTING[action];
    if (begun !== undefined) this.states.add(begun);
    const ended = ENDING[action];
    if (ended !== undefined) this.#end(ended);
    const [param, off, state] = SWITCHED[action] ?? [];
    if (param === undefined || state === undefined) return;
    if (params[param] === off) this.#end(state);
    else this.states.add(state);
  }

  #end(state: string): void {
    if (this.states.delete(state)) this.ended.add(state);
  }

  #stream(conn: string): SceneStream {
    const known = this.streams.get(conn);
    if (known !== undefined) return known;
    const made = {
      request: '',
      asked: new Set<string>(),
      left: new Set<string>(),
      kinds: new Set<string>(),
      isOpen: false,
    };
    this.streams.set(conn, made);
    return made;
  }
}

/** What a request is about, without what differs between two uses of one key. */
export function bodyOf({ request, params }: Pick<Call, 'request' | 'params'>): string {
  return `${request} ${JSON.stringify(params)}`;
}

export function objectOf(params: Call['params']): string | undefined {
  const id = memberOf(params, 'orderId') ?? memberOf(params, 'positionId');
  return typeof id === 'string' ? id : undefined;
}
