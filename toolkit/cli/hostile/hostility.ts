// A hostility: one way in which a target hurts whoever talks to it, as data. It stands before an honest service and changes what that says;
// what it changes nothing of comes through. `hostile-target.ts` plays it, `bounds.ts` says what a run on it may cost.

export type Dimension =
  | 'http'
  | 'websocket'
  | 'tls'
  | 'values'
  | 'floods'
  | 'deaths'
  | 'echoes'
  | 'desync'
  | 'bound'
  | 'texts'
  | 'stories';

/** The reference's own, or one of `toolkit/profile/trials`, which a profile binds. */
export type HostileDialect = 'default' | 'contrary' | 'compact' | 'envelope' | 'nested';

/** What the honest service answered. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Bytes for the peer, and what becomes of the connection. */
export interface Deed {
  readonly bytes?: string | Uint8Array;
  /** Sent again and again as fast as the peer reads, until the connection ends. */
  readonly forever?: string | Uint8Array;
  /** Between two of `forever`. */
  readonly everyMs?: number;
  readonly delayMs?: number;
  readonly end?: 'keep' | 'end' | 'reset' | 'hang';
}

export interface Hostility {
  readonly id: string;
  readonly dimension: Dimension;
  readonly summary: string;
  readonly dialect?: HostileDialect;
  /** How many requests are answered honestly first, so that the preflight passes; 0 when left out. */
  readonly honestFirst?: number;
  /** Instead of speaking HTTP at all. */
  readonly connection?: () => Deed;
  /** `count` is the number of the request. Undefined leaves the answer as it is. */
  readonly answer?: (
    honest: Answer,
    ask: {
      readonly method: string;
      readonly path: string;
      readonly count: number;
      readonly signature: string | undefined;
      /** What the request before, of whatever connection, was answered by the honest service. */
      readonly previous: Answer | undefined;
    },
  ) => Deed | undefined;
  /** The answer to a handshake that the honest service accepts; undefined accepts it, too. */
  readonly handshake?: (honestHead: string, count: number) => Deed | undefined;
  /** Milliseconds by which the next honest answer or message comes late. */
  readonly delay?: () => number;
  /** Right after an accepted handshake. */
  readonly greeting?: () => Deed;
  /** Nothing more is read of a stream once it is open. */
  readonly isDeaf?: boolean;
  /** A text frame of the honest service; undefined leaves it as it is. */
  readonly frame?: (
    text: string,
    count: number,
    handshake: { readonly signature?: string | undefined },
  ) => Deed | undefined;
  /** Speaks TLS with this certificate or in this way. */
  readonly tls?: 'self-signed' | 'garbage' | 'silent' | 'dripping' | 'alert' | 'plain';
  /** The service is gone after so many requests. */
  readonly diesAfter?: number;
  /** The names of checks or areas that are run on it. */
  readonly selection?: readonly string[];
}
