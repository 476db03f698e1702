// Composes the engine from its parts; each part is a file beside this one.
import { defaultBehaviour } from '../behaviour.js';
import type { Key } from '../domain.js';
import { honestRules } from '../rules/rules.js';
import { Controls } from './controls.js';
import { type Core, refusal } from './core.js';
import type { Engine, EngineOptions, Session } from './engine.js';
import { Finalisation } from './finalisation.js';
import { Gate } from './gate.js';
import { Publisher } from './publisher.js';
import { HistoryReads } from './reads/history-reads.js';
import { Reads } from './reads/reads.js';
import { accountView } from './reads/view-account.js';
import type { AccountRecord } from './records/account-record.js';
import { DEFAULT_SETTINGS } from './settings.js';
import { Streams } from './streams.js';
import { Submission } from './submission.js';
import { RealClock } from './time/real-clock.js';

/** A whole service without transport; nothing runs until it is called. */
export function createEngine(options: EngineOptions = {}): Engine {
  const core: Core = {
    rules: options.rules ?? honestRules(),
    behaviour: options.behaviour ?? defaultBehaviour,
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
    clock: options.clock ?? new RealClock(),
    seed: options.seed ?? 1,
    accounts: new Map(),
    keys: new Map(),
    stalled: new Set(),
    onResult: options.onResult,
  };
  const publisher = new Publisher(core);
  const finalisation = new Finalisation(core, publisher);
  const streams = new Streams(core, publisher, (account) => finalisation.afterSubscription(account));
  const submission = new Submission(core, finalisation);
  const gate = new Gate(core);
  const reads = new Reads(core);
  const history = new HistoryReads(core);
  const accountOf = (session: Session): AccountRecord => existing(core, session.route.accountId);
  const submit: Engine['placeOrder'] = (session, request, json) =>
    submission.submit(session, accountOf(session), request, json);
  return {
    rules: core.rules,
    behaviour: core.behaviour,
    clock: core.clock,
    controls: new Controls(core, publisher, finalisation, streams),
    addKey: (key: Key) => void core.keys.set(key.id, key),
    keys: () => [...core.keys.values()],
    accounts: () => [...core.accounts.values()].map(({ info }) => info),
    authenticate: (raw, route) => gate.admit(raw, route),
    readBody: (session) => submission.readBody(session),
    refuse: (status, name, detail) => refusal(core, name, detail, status),
    refuseUnrouted: (raw, allowed) =>
      allowed.length === 0
        ? refusal(core, 'RESOURCE_NOT_FOUND', `no operation has the path ${raw.target.slice(0, 200)}`)
        : refusal(core, 'REQUEST_METHOD_NOT_ALLOWED', `expected ${allowed.join(' or ')}, got ${raw.method}`),
    placeOrder: submit,
    openPosition: submit,
    closePosition: submit,
    cancelOrder: submit,
    operationStatus: (session, operationId) => reads.operationStatus(accountOf(session), operationId),
    account: (session) => reads.account(accountOf(session)),
    instruments: (session) => reads.instruments(accountOf(session)),
    conditions: (session, instrument) => reads.conditions(accountOf(session), instrument),
    limits: (session) => reads.limits(accountOf(session)),
    snapshot: (session) => reads.snapshot(accountOf(session)),
    orderHistory: (session, request) => history.orders(accountOf(session), request),
    dealHistory: (session, request) => history.deals(accountOf(session), request),
    connect: (session, stream, sink) => streams.connect(session, accountOf(session), stream, sink),
    command: (connection, command) => streams.command(connection, command),
    pinged: (connection) => streams.pinged(connection),
    malformedCommand: (connection, detail) => streams.malformedCommand(connection, detail),
    disconnect: (connection) => streams.disconnect(connection),
    view: (accountId) => accountView(core, existing(core, accountId)),
    hmrPeriods: (accountId) => [...existing(core, accountId).hmr.values()],
    stop: () => {
      streams.stop();
      core.clock.stop();
    },
  };
}

function existing(core: Core, accountId: string): AccountRecord {
  const account = core.accounts.get(accountId);
  if (account === undefined) throw new RangeError(`expected an account that exists, got ${JSON.stringify(accountId)}`);
  return account;
}
