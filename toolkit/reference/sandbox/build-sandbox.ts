// A sandbox before its sockets: engine, accounts, keys, speech, log, control. Composition only.

import type { JsonObject } from '../../payload/json.js';
import { CONTROL_ACTIONS, type ControlActionName, type ControlSurface } from '../../profile/control/actions.js';
import type { OtherMarket, OwnConditions, Profile } from '../../profile/profile.js';
import type { Behaviour } from '../behaviour.js';
import { contractDocuments } from '../contract/documents.js';
import { createControlSurface } from '../control/control-surface.js';
import type { AccountInfo } from '../domain.js';
import { createEngine } from '../engine/create-engine.js';
import type { Engine, ResultNote } from '../engine/engine.js';
import { DEFAULT_SETTINGS, type Settings } from '../engine/settings.js';
import type { Clock } from '../engine/time/clock.js';
import type { ServiceParts } from '../habits/index.js';
import { type Gateway, gatewayOf } from '../http/gateway.js';
import { withDefaults } from '../http/limits.js';
import { createService, type Service } from '../http/service.js';
import { Traffic, type TrafficListener } from '../http/traffic.js';
import type { Note } from '../notes/note.js';
import { noteLine } from '../notes/note-line.js';
import { Notebook, type NotebookParts, timeOf } from '../notes/notebook.js';
import { Recorder } from '../page/recorder.js';
import type { Speech } from '../speech/speech.js';
import { Values } from '../speech/values.js';
import { mix } from '../state/price-feed.js';
import { DIALECTS, type DialectName, type SandboxDialect, type SpokenProfile } from './dialects.js';
import { freshKeys, numbered, registration, type SandboxKeys, sandboxKeys } from './keys.js';
import { partsOf } from './parts-of.js';
import type { ReferenceOptions } from './reference-options.js';

export interface Sandbox {
  readonly service: Service;
  readonly control: ControlSurface;
  /** Where somebody looks at its page. */
  readonly recorder: Recorder | undefined;
  readonly keys: SandboxKeys;
  readonly accounts: Accounts;
  /** The dialect as the profile states it. */
  readonly stated: JsonObject;
  /** What the habits have the profile say. */
  readonly amendProfile: (profile: Profile) => Profile;
}

interface Accounts {
  readonly pool: readonly AccountInfo[];
  /** Closed to every key of the pool (interface 5.3, rule 9). */
  readonly foreign: AccountInfo;
  readonly ownConditions: OwnConditions;
  readonly otherMarket: OtherMarket;
  /** The accounts that the keys may use; grows while the service runs. */
  readonly permitted: Set<string>;
}

/** What one account has of its own. */
/** The instrument that only such accounts may use. */
const OF_PARTNERS = 'COPPER';
const OWN = { instrument: 'XAUUSD', volumeMax: '75.00' } as const;
const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD'] as const;
const ACCOUNTS = 16;

/** `address` says where the service is, once it is known. @throws RangeError for an option out of its range. */
export async function buildSandbox(
  options: ReferenceOptions,
  address: () => string | undefined,
  introductionEndpoint: Gateway,
): Promise<Sandbox> {
  const { dialect = 'default', log, page = false } = options;
  const recorder = page ? new Recorder() : undefined;
  const parts = await partsOf(await spokenBy(dialect), options);
  const limits = withDefaults({ ...parts.limits, ...options.limits });
  const seed = wholeNumber('seed', options.seed ?? 1, 0);
  const named = options.freshKeys === true ? freshKeys(seed) : sandboxKeys(seed);
  const count = wholeNumber('accounts', options.accounts ?? ACCOUNTS, 1);
  let notes: Notebook | undefined;
  const engine = engineOf(
    options,
    parts,
    log === undefined && !page ? undefined : (note) => notes?.write(resultNote(notes, note)),
  );
  const keys = engine.behaviour.keyIds === 'numbers' ? numbered(named) : named;
  const accounts = openAccounts(engine, count);
  registerKeys(engine, keys, accounts.permitted, engine.behaviour.openedAccountsFor);
  const speech = parts.speech(new Values(engine.rules, engine.behaviour));
  const documents = contractDocuments(
    typeof dialect === 'string' ? dialect : speech.routes,
    address,
    engine.rules.amendDocument,
  );
  notes =
    log === undefined && !page
      ? undefined
      : await notebook(engine, parts, {
          keys: Object.values(keys).map(({ privateKey }) => privateKey),
          write: (note) => {
            log?.(noteLine(note), note);
            recorder?.note(note);
          },
        });
  return {
    service: createService({
      engine,
      speech,
      limits,
      documents,
      notes,
      frames: recorder && ((frame) => recorder.frame(frame)),
      traffic: options.tap && new Traffic(options.tap),
      gateway: gatewayOf([...parts.gateways, introductionEndpoint]),
    }),
    recorder,
    control: heard(
      speaking(
        later(createControlSurface(engine.controls), { ...DEFAULT_SETTINGS, ...parts.settings }, engine.clock),
        speech,
        accounts.permitted,
      ),
      options.tap,
    ),
    keys,
    accounts,
    stated: parts.stated,
    amendProfile: parts.profile,
  };
}

async function spokenBy(dialect: DialectName | SpokenProfile): Promise<SandboxDialect> {
  if (typeof dialect === 'string') return DIALECTS[dialect];
  const { spokenProfile } = await import('./spoken-profile.js');
  return spokenProfile(dialect);
}

function engineOf(
  { seed = 1, resultDelayMs, clock }: ReferenceOptions,
  parts: ServiceParts,
  onResult: ((note: ResultNote) => void) | undefined,
): Engine {
  return createEngine({
    seed,
    rules: parts.rules,
    // The very object that was made, so that whoever made it may change how the service behaves while it runs.
    behaviour:
      resultDelayMs === undefined
        ? parts.behaviour
        : { ...parts.behaviour, finaliseAfterMs: wholeNumber('resultDelayMs', resultDelayMs, 0) },
    settings: parts.settings,
    ...(clock === undefined ? {} : { clock }),
    ...(onResult === undefined ? {} : { onResult }),
  });
}

function openAccounts(engine: Engine, count: number): Accounts {
  const pool = Array.from({ length: count }, (_, index) =>
    engine.controls.createAccount({ currency: CURRENCIES[index % CURRENCIES.length] ?? 'USD' }),
  );
  const foreign = engine.controls.createAccount({ currency: 'USD' });
  const { id } = engine.controls.createAccount({ currency: 'USD' });
  engine.controls.updateInstrument(id, OWN.instrument, OWN.volumeMax);
  const partner = engine.controls.createAccount({ currency: 'USD', partner: true });
  return {
    pool,
    foreign,
    ownConditions: { id, ...OWN },
    otherMarket: { id: partner.id, instrument: OF_PARTNERS },
    permitted: new Set([...pool.map((one) => one.id), id, partner.id]),
  };
}

/** `permitted` grows with each account that control opens; whom those are not for gets the accounts as they are now. */
function registerKeys(
  engine: Engine,
  keys: SandboxKeys,
  permitted: ReadonlySet<string>,
  openedFor: Behaviour['openedAccountsFor'],
): void {
  const atFirst = new Set(permitted);
  for (const role of Object.keys(keys) as (keyof SandboxKeys)[]) {
    const accounts = role === 'main' || openedFor === 'every-key' ? permitted : atFirst;
    const key = registration(role, keys[role], accounts, engine.clock.nowMs());
    if (key !== undefined) engine.addKey(key);
  }
}

/** The explanations are loaded only where somebody reads them. */
async function notebook(
  engine: Engine,
  { settings, stated }: ServiceParts,
  told: Pick<NotebookParts, 'write' | 'keys'>,
): Promise<Notebook> {
  const [{ createExplanations }, { rightForms }] = await Promise.all([
    import('./explain-refusals.js'),
    import('./right-forms.js'),
  ]);
  return new Notebook({
    ...told,
    explain: createExplanations(engine, settings.timestampWindowMs ?? DEFAULT_SETTINGS.timestampWindowMs),
    forms: rightForms(stated),
  });
}

function resultNote(notes: Notebook, { accountId, kind, operationId, atMs, status, code, detail }: ResultNote): Note {
  const note: Note = { kind: 'result', at: timeOf(atMs), accountId, operation: kind, operationId, status };
  return code === undefined
    ? note
    : { ...note, reason: notes.reason(code, detail ?? '', `${kind} ${detail ?? ''}`, operationId) };
}

/** Only actions that return nothing can take effect after their answer; and a clock that jumped late would be no clock. */
function mayBeLate(name: ControlActionName, only: Settings['lateControls']): boolean {
  return name !== 'clock.advance' && CONTROL_ACTIONS[name].returns.length === 0 && only?.includes(name) !== false;
}

function later(surface: ControlSurface, { controlsTake, lateControls }: Settings, clock: Clock): ControlSurface {
  const [leastMs, mostMs] = controlsTake;
  if (mostMs === 0) return surface;
  let serial = 0;
  return {
    ...surface,
    perform: async (name, params, signal) => {
      if (!mayBeLate(name, lateControls)) return surface.perform(name, params, signal);
      serial += 1;
      const delayMs = leastMs + (mix(serial, 1) % (mostMs - leastMs + 1));
      // The answer has gone out, so nobody would hear of an error.
      clock.schedule(delayMs, () => void surface.perform(name, params).catch(() => undefined));
      return {};
    },
  };
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
      if (result['account_id'] !== undefined) permitted.add(result['account_id']);
      return result;
    },
  };
}

function heard(surface: ControlSurface, tap: TrafficListener | undefined): ControlSurface {
  if (tap === undefined) return surface;
  return {
    ...surface,
    perform: async (name, params, signal) => {
      const result = await surface.perform(name, params, signal);
      tap.controlled(name, params, result);
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
