// What whoever starts a reference service may choose.

import type { Settings } from '../engine/settings.js';
import type { Clock } from '../engine/time/clock.js';
import type { ServiceParts } from '../habits/index.js';
import type { TransportLimits } from '../http/limits.js';
import type { TrafficListener } from '../http/traffic.js';
import type { Log } from '../notes/note.js';
import type { DialectName, SpokenProfile } from './dialects.js';

export interface ReferenceOptions {
  /** Loopback unless told otherwise. */
  readonly host?: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly controlPort?: number;
  /** Accounts of the pool, at least 1; 16 when left out. */
  readonly accounts?: number;
  /** Seeds keys, prices and identifiers; 1 when left out. */
  readonly seed?: number;
  /** Makes keys that nobody can know from the seed, for a service that others can reach. */
  readonly freshKeys?: boolean;
  /** How it spells what the interface leaves open; a profile stands for the dialect that it states. */
  readonly dialect?: DialectName | SpokenProfile;
  /** Identifiers of legal differences, see `tsi habits`. */
  readonly habits?: readonly string[];
  /** A legal difference that has no name, beyond those of the habits. */
  readonly amend?: (parts: ServiceParts) => ServiceParts;
  /** Identifiers of deliberate deviations, see `tsi faults`. */
  readonly faults?: readonly string[];
  /** The machine's clock when left out; `createManualClock` gives fake time. */
  readonly clock?: Clock;
  /** Gets one line per request, final result, stream event and control action, and the note of which it was made. */
  readonly log?: Log;
  /** Offers a page on the control port that shows accounts, orders and frames, and remembers the last of them for it. */
  readonly page?: boolean;
  /** Hears all traffic, and when the kernel took what was written (`toolkit/tap`). */
  readonly tap?: TrafficListener;
  /** What a peer may take from the transport: sizes, times, connections. */
  readonly limits?: Partial<TransportLimits>;
  /** What the interface leaves open in numbers (section 8): windows, retentions, quotas, pending orders. */
  readonly settings?: Partial<Settings>;
  /** From ACK to final result; by default what the dialect's behaviour says. */
  readonly resultDelayMs?: number;
}
