// Reads of a live target, its streams, and one subscription of each kind: nothing that trades (interface 4.3 to 4.6).
import { isSuccessful } from '../../base/is-successful.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { type Dialect, EVENT_KINDS, type RequestName, type RequestParams } from '../../profile/dialect/dialect.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import type { Profile } from '../../profile/profile.js';
import type { StreamConnection } from '../../wire/streams/stream-connection.js';
import { classify } from '../binding/classify.js';
import type { BodyName, StreamName } from '../binding/material.js';
import { shapeOfValue } from '../shape/of-value.js';
import { createProbeClient, type ProbeClient } from './client.js';
import type { Samples } from './samples.js';
import { unheardCommands } from './unheard.js';

/** Account states come every two seconds (interface 6), so that two of them come in this time. */
const LISTEN_MS = 4_500;
const TICKS_MS = 2_500;
const REFUSAL_MS = 1_000;
const NO_OPERATION = 'tsi-no-such-operation';
const NO_KIND = 'tsi_no_such_kind';

const READS: readonly (readonly [RequestName, BodyName, Partial<RequestParams>])[] = [
  ['account', 'account', {}],
  ['limits', 'limits', {}],
  ['snapshot', 'snapshot', {}],
  ['orderHistory', 'orderHistory', { limit: 2 }],
  ['dealHistory', 'dealHistory', { limit: 2 }],
  ['operationStatus', 'operation', { operationId: NO_OPERATION }],
];

/** The target that is read, and where what it shows is kept. */
interface Look {
  readonly client: ProbeClient;
  readonly dialect: Dialect;
  readonly profile: Profile;
  readonly accountId: string;
  readonly samples: Samples;
  readonly signal: AbortSignal;
}

/** False where the target refuses the first read, which a remark tells. */
export async function readTarget(profile: Profile, samples: Samples, signal: AbortSignal): Promise<boolean> {
  const dialect = await loadDialect(profile);
  const client = createProbeClient(profile, (path) => dialect.signedPath(path), signal);
  const accountId = profile.accounts.pool[0]?.id ?? '';
  try {
    const look: Look = { client, dialect, profile, accountId, samples, signal };
    const instruments = await readBodies(look);
    if (instruments === undefined) return false;
    await Promise.all([readEvents(look, instruments), readTicks(look, instruments)]);
    return true;
  } finally {
    samples.hasFramesOfSeveral ||= client.hasFramesOfSeveral();
    await client.close();
  }
}

/** Names of instruments, where there are any. */
async function readBodies(look: Look): Promise<readonly string[] | undefined> {
  const { client, dialect, profile, accountId, samples } = look;
  // The first answer shows the target's clock, by which all others are signed.
  await client.send(dialect, 'account', { accountId });
  for (const [name, body, params] of READS) {
    if (!dialect.has(name)) continue;
    const answer = await ask(look, name, body, { accountId, ...params });
    if (answer === undefined && name === 'account') return undefined;
  }
  const list = await ask(look, 'instruments', 'instruments', { accountId });
  const names = (list === undefined ? undefined : dialect.readInstruments(list)) ?? namesIn(list);
  const instruments = [...names, ...profile.market.instruments.map(({ name }) => name)];
  await readConditions(look, [...new Set([...instruments, ...namesIn(list)])]);
  // An account that is none shows the form of errors.
  await ask(look, 'account', 'account', { accountId: profile.accounts.unknown });
  return [...new Set([...samples.instruments, ...instruments])];
}

/** So many instruments, and so many texts of an unknown list that may be no names. */
const INSTRUMENTS = 2;
const MOST_NAMES = 8;

/** What has conditions is an instrument, which tells where names of instruments lie. */
async function readConditions(look: Look, names: readonly string[]): Promise<void> {
  const { accountId, samples } = look;
  let found = 0;
  for (const instrument of names.slice(0, MOST_NAMES)) {
    const answer = await ask(look, 'conditions', 'conditions', { accountId, instrument });
    if (answer === undefined) continue;
    samples.instruments.add(instrument);
    found += 1;
    if (found === INSTRUMENTS) return;
  }
}

/** The answer where it is a success; refusals are kept as errors. */
async function ask(
  { client, dialect, samples }: Look,
  name: RequestName,
  body: BodyName,
  params: RequestParams,
): Promise<JsonValue | undefined> {
  const { answer, error, request } = await client.send(dialect, name, params);
  const from = `${request.method} ${request.path}`;
  if (answer === undefined) {
    samples.remarks.push(`${from}: no answer: ${error?.message ?? 'nothing came'}`);
    return undefined;
  }
  const isSuccess = isSuccessful(answer.status);
  if (answer.body !== undefined) {
    samples.bodies.push({ body: isSuccess ? body : 'error', value: answer.body, from: `${from} (${answer.status})` });
  }
  if (isSuccess) return answer.body;
  const isExpected = params.operationId === NO_OPERATION || answer.status === 404 || body === 'conditions';
  if (!isExpected) samples.remarks.push(`${from} was answered with HTTP ${answer.status}`);
  return undefined;
}

/** Names in a list that the dialect does not read: texts, or keys of a map; whatever is none is asked for in vain. */
function namesIn(value: JsonValue | undefined, depth: number = 0): readonly string[] {
  if (value === undefined || value === null || typeof value !== 'object' || depth > 4) return [];
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return items.flatMap((item) => {
      if (typeof item === 'string') return [item];
      const inner: readonly JsonValue[] = isJsonObject(item) || isJsonArray(item) ? Object.values(item) : [];
      return inner.flatMap((one) => (typeof one === 'string' ? [one] : namesIn(one, depth + 1)));
    });
  }
  const entries = Object.entries(value);
  const isMap =
    entries.length > 1 &&
    entries.every(([, member]) => typeof member === 'object' && member !== null && !Array.isArray(member));
  return isMap ? entries.map(([key]) => key) : entries.flatMap(([, member]) => namesIn(member, depth + 1));
}

/** Undefined where it does not open, which a remark tells. */
async function openStream(
  { client, dialect, accountId, samples }: Look,
  stream: StreamName,
): Promise<StreamConnection | undefined> {
  const { exchange, connection } = await client.open(dialect, `${stream}Stream`, accountId);
  if (connection !== undefined) return connection;
  const why = exchange.error?.message ?? `HTTP ${exchange.answer?.status ?? 'nothing'}`;
  samples.remarks.push(`the ${stream} stream did not open: ${why}`);
  return undefined;
}

async function readEvents(look: Look, instruments: readonly string[]): Promise<void> {
  const { dialect, samples, signal } = look;
  const connection = await openStream(look, 'events');
  if (connection === undefined) return;
  const lists: Readonly<Record<string, readonly string[]>> = { instruments: ['all'], hmr: instruments.slice(0, 2) };
  const asked = EVENT_KINDS.flatMap((event) => {
    const list = lists[event];
    if (list?.length === 0) return [];
    const listed = list === undefined ? {} : { instruments: list };
    return dialect.command('subscribe', { event, ...listed, commandId: samples.commandId() });
  });
  for (const text of asked) connection.send(text);
  await listen(connection, ['trading_state_snapshot', 'account_state_event', 'hmr_snapshot'], {
    forMs: LISTEN_MS,
    signal,
  });
  // Its answer must not be taken for the refusal of what follows.
  const gone = connection.send(
    dialect.command('unsubscribe', { event: 'account_state', commandId: samples.commandId() }),
  );
  await listen(connection, ['command_accepted'], { forMs: REFUSAL_MS, signal, after: gone });
  keep(connection, samples, { stream: 'events' });
  const before = connection.received.length;
  // Two of them, since one answer proves no correlation.
  for (const commandId of [samples.commandId(), samples.commandId()]) {
    const wrong = connection.send(dialect.command('subscribe', { event: NO_KIND, commandId }));
    await listen(connection, ['command_refused'], { forMs: REFUSAL_MS, signal, after: wrong });
  }
  keep(connection, samples, { stream: 'events', isAfterRefusal: true, from: before });
  const messages = connection.received.map(({ message }) => message);
  const [answers, refusals] = [messages.slice(0, before), messages.slice(before)];
  const unheard = unheardCommands({ asked, answers, refusals, noKind: NO_KIND });
  if (unheard !== undefined) samples.remarks.push(unheard);
  await connection.close();
}

async function readTicks(look: Look, instruments: readonly string[]): Promise<void> {
  const { dialect, samples, signal } = look;
  if (!dialect.has('ticksStream')) return;
  const connection = await openStream(look, 'ticks');
  if (connection === undefined) return;
  const command = dialect.ticksCommand({ instruments: instruments.slice(0, 2), commandId: samples.commandId() });
  if (command !== undefined) connection.send(command);
  await listen(connection, ['tick'], { forMs: TICKS_MS, signal, stream: 'ticks' });
  keep(connection, samples, { stream: 'ticks' });
  await connection.close();
}

const MOST_MESSAGES = 200;

interface Received {
  readonly stream: StreamName;
  /** Whether they came after a command that was to be refused. */
  readonly isAfterRefusal?: boolean;
  /** Which of the messages is the first. */
  readonly from?: number;
}

function keep(
  connection: StreamConnection,
  samples: Samples,
  { stream, isAfterRefusal = false, from = 0 }: Received,
): void {
  for (const { kind, message } of connection.received.slice(from, from + MOST_MESSAGES)) {
    // White space that keeps a connection alive says nothing.
    if (kind === 'ignored' && message === null) continue;
    samples.messages.push({ stream, value: message, from: `the ${stream} stream`, isAfterRefusal });
  }
}

interface Listening {
  readonly forMs: number;
  readonly signal: AbortSignal;
  readonly stream?: StreamName;
  readonly after?: number;
}

/** Until all of these came, as far as what came can be told, or the time is over. */
async function listen(
  connection: StreamConnection,
  wanted: readonly BoundMessage[],
  { forMs, signal, stream = 'events', after = 0 }: Listening,
): Promise<void> {
  const left = new Set(wanted);
  await connection.next(
    ({ message }) => {
      const kind = classify({ stream, shape: shapeOfValue(message, ''), names: [] });
      if (kind !== undefined) left.delete(kind);
      return left.size === 0;
    },
    { after, withinMs: forMs, signal },
  );
}
