// Starts the whole reference service in this process: engine, HTTP and streams on one port, the control interface on another.
// Composition only; what it composes is in the folders beside this one.

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ControlSurface } from '../../profile/control-actions.js';
import type { Profile } from '../../profile/profile.js';
import { contractDocuments } from '../contract/documents.js';
import { createControlServer } from '../control/control-server.js';
import { createControlSurface } from '../control/control-surface.js';
import type { AccountInfo } from '../domain.js';
import type { Clock } from '../engine/clock.js';
import { createEngine } from '../engine/create-engine.js';
import type { Engine } from '../engine/engine.js';
import { DEFAULT_SETTINGS, type Settings } from '../engine/settings.js';
import { type TransportLimits, withDefaults } from '../http/limits.js';
import type { Log } from '../http/log-line.js';
import { createHttpServer } from '../http/server.js';
import { createService, type Explain } from '../http/service.js';
import type { Speech } from '../speech/speech.js';
import { Values } from '../speech/values.js';
import { Streams } from '../streams/streams.js';
import { DIALECTS, type DialectName } from './dialects.js';
import { faultyRules } from './faulty-rules.js';
import { registration, type SandboxKeys, sandboxKeys } from './keys.js';
import { sandboxProfile } from './sandbox-profile.js';

export interface ReferenceOptions {
  /** Loopback unless told otherwise. */
  readonly host?: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly controlPort?: number;
  /** Accounts of the pool, 1 to 10,000; 16 when left out. */
  readonly accounts?: number;
  /** Seeds keys, prices and identifiers; 1 when left out. */
  readonly seed?: number;
  readonly dialect?: DialectName;
  /** Identifiers of deliberate deviations, see `tsi faults`. */
  readonly faults?: readonly string[];
  /** The machine's clock when left out; `createManualClock` gives fake time. */
  readonly clock?: Clock;
  /** Gets one line per request, stream event and control action. */
  readonly log?: Log;
  /** What a peer may take from the transport: sizes, times, connections. */
  readonly limits?: Partial<TransportLimits>;
  /** What the interface leaves open in numbers (section 8): windows, retentions, quotas, pending orders. */
  readonly settings?: Partial<Settings>;
  /** From ACK to final result; by default what the dialect's behaviour says. */
  readonly resultDelayMs?: number;
}

export interface Reference {
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** Ready for the suite as it is; holds the private keys, in memory only. */
  readonly profile: Profile;
  /** Writes the profile into a folder for another process, keys in files of their own; resolves to the path of the profile. */
  profileYaml(folder: string): Promise<string>;
  readonly control: ControlSurface;
  readonly keys: SandboxKeys;
  readonly clock: Clock;
  /** Ends streams, connections, timers and both servers; idempotent. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD'] as const;

/** @throws RangeError for an option out of its range; rejects with the system's error when a port cannot be taken. */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const { seed = 1, host = LOOPBACK, dialect: name = 'default' } = options;
  const dialect = DIALECTS[name];
  const limits = withDefaults(options.limits);
  const { resultDelayMs } = options;
  const engine = createEngine({
    seed,
    rules: faultyRules(options.faults ?? []),
    behaviour: {
      ...dialect.behaviour,
      ...(resultDelayMs === undefined ? {} : { finaliseAfterMs: wholeNumber('resultDelayMs', resultDelayMs, 0) }),
    },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.settings === undefined ? {} : { settings: options.settings }),
  });
  const keys = sandboxKeys(wholeNumber('seed', seed, 0));
  const { pool, foreign, permitted } = populate(engine, keys, wholeNumber('accounts', options.accounts ?? 16, 1));
  const speech = dialect.speech(new Values(engine.rules, engine.behaviour));
  let address: string | undefined;
  const documents = contractDocuments(name, () => address, engine.rules.amendDocument);
  const explain = options.log === undefined ? undefined : await explanations(engine, options.settings);
  const service = createService({ engine, speech, limits, documents, log: options.log, explain });
  const streams = new Streams(service);
  const control = speaking(createControlSurface(engine.controls), speech, permitted);
  const http = createHttpServer(service, (request, socket, head) => streams.upgrade(request, socket, head));
  const controls = createControlServer(control, options.log);
  const baseUrl = await listen(http, host, options.port ?? 0);
  address = baseUrl;
  const controlUrl = await listen(controls, LOOPBACK, options.controlPort ?? 0).catch(async (error: unknown) => {
    engine.stop();
    await closed(http);
    throw error;
  });
  const facts = { name: `sandbox-${name}`, baseUrl, controlUrl, keys, pool, foreign, dialect: dialect.stated };
  const profile = sandboxProfile(facts);
  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    const gone = [closed(http), closed(controls)];
    await streams.close();
    engine.stop();
    await Promise.all(gone);
  };
  return {
    baseUrl,
    controlUrl,
    profile,
    profileYaml: async (folder) => {
      // Only here, since it brings the YAML writer along, which a sandbox in a test does not need.
      const { writeProfileFile } = await import('./profile-file.js');
      const file = join(folder, `${profile.name}.yaml`);
      writeProfileFile(profile, file);
      return file;
    },
    control,
    keys,
    clock: engine.clock,
    close: () => {
      ending ??= end();
      return ending;
    },
  };
}

/** Loaded only where somebody reads the log. */
async function explanations(engine: Engine, settings: Partial<Settings> = {}): Promise<Explain> {
  const { createExplanations } = await import('./explain-refusals.js');
  return createExplanations(engine, settings.timestampWindowMs ?? DEFAULT_SETTINGS.timestampWindowMs);
}

/** Accounts and keys. One account stays closed to every key of the pool (interface 5.3, rule 9). */
function populate(
  engine: Engine,
  keys: SandboxKeys,
  count: number,
): { readonly pool: readonly AccountInfo[]; readonly foreign: AccountInfo; readonly permitted: Set<string> } {
  const pool: AccountInfo[] = [];
  for (let index = 0; index < count; index += 1) {
    pool.push(engine.controls.createAccount({ currency: CURRENCIES[index % CURRENCIES.length] ?? 'USD' }));
  }
  const foreign = engine.controls.createAccount({ currency: 'USD' });
  const permitted = new Set(pool.map(({ id }) => id));
  for (const role of Object.keys(keys) as (keyof SandboxKeys)[]) {
    const key = registration(role, keys[role], permitted, engine.clock.nowMs());
    if (key !== undefined) {
      engine.addKey(key);
    }
  }
  return { pool, foreign, permitted };
}

/** Control knows orders and positions by their spoken identifiers; an account that it creates is open to the keys of the pool. */
function speaking(surface: ControlSurface, speech: Speech, permitted: Set<string>): ControlSurface {
  return {
    ...surface,
    perform: async (name, params, signal) => {
      const { account_id: accountId = '', order_id: orderId, position_id: positionId } = params;
      const result = await surface.perform(
        name,
        {
          ...params,
          ...(typeof orderId === 'string' ? { order_id: speech.identifier('ord', accountId, orderId) } : {}),
          ...(typeof positionId === 'string' ? { position_id: speech.identifier('pos', accountId, positionId) } : {}),
        },
        signal,
      );
      if (result['account_id'] !== undefined) {
        permitted.add(result['account_id']);
      }
      return result;
    },
  };
}

function wholeNumber(name: string, value: number, least: number): number {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(`${name}: expected a whole number of at least ${least}, got ${value}`);
  }
  return value;
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      // A TCP server that listens has an address of this kind.
      const address = server.address() as AddressInfo;
      resolve(`http://${reachable(address)}:${address.port}`);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A host that a client on this machine can connect to, also where the server listens on every address. */
function reachable({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') {
    return LOOPBACK;
  }
  return family === 'IPv6' ? `[${address}]` : address;
}
