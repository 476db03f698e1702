// A journal record in the words of the checkers: what was asked, answered, sent, received or controlled. Everything that a checker
// reads of a record is read here, from the views, so that no checker knows a dialect or the layout of a record.
import type { JournalRecord } from '../../journal/record.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonObject, memberOf } from '../../payload/json-kind.js';
import { STATED_PATHS } from '../../profile/dialect/stated-paths.js';
import type { MessageKind } from '../../profile/dialect/views.js';

interface Common {
  readonly i: number;
  readonly tNs: number;
  /** The wall clock, as the journal has it. */
  readonly wall: string;
  /** The account with the target that it belongs to; empty where there is none. */
  readonly account: string;
  /** The account as the target names it. */
  readonly accountId: string;
  /** `@name` where one run judges several targets, whose accounts may share names. */
  readonly target: string;
}

/** A request leaves. */
export interface Call extends Common {
  readonly type: 'call';
  readonly request: string;
  readonly key: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly params: JsonObject | undefined;
  /** The identifier of the API key that signed it. */
  readonly apiKey: string;
  /** It deviates on purpose from what a client should send. */
  readonly isDamaged: boolean;
  /** It was signed for another time. */
  readonly isShifted: boolean;
  /** So damaged that by method or path it is no longer the request that it was made of. */
  readonly isMisdirected: boolean;
  readonly conn: string;
  /** Names and values in the order in which they were sent; read by who judges the sender. */
  readonly headers: JsonValue | undefined;
  /** Null for a request without a body. */
  readonly body: JournalRecord['raw'];
  /** What was seen of its signature before secrets were taken out of the record. */
  readonly signature: JsonValue | undefined;
}

/** Its answer came, whatever it says. */
export interface Answer extends Common {
  readonly type: 'answer';
  readonly call: number;
  readonly request: string;
  readonly key: string | undefined;
  readonly status: number;
  readonly view: JsonValue;
  readonly body: JsonValue;
  readonly operationId: string | undefined;
  /** The body is not JSON, or the dialect could not read it. */
  readonly isUnreadable: boolean;
}

/** No answer came; `wasSent` when it may have taken effect all the same. */
export interface Lost extends Common {
  readonly type: 'lost';
  readonly call: number;
  readonly wasSent: boolean;
}

export interface Opened extends Common {
  readonly type: 'opened';
  readonly conn: string;
}

export interface Closed extends Common {
  readonly type: 'closed';
  readonly conn: string;
}

/** A frame to the target; `action` is undefined for frames that are not commands of the suite's own making. */
export interface Command extends Common {
  readonly type: 'command';
  readonly conn: string;
  readonly action: 'subscribe' | 'unsubscribe' | undefined;
  readonly event: string;
  readonly instruments: readonly string[] | undefined;
}

export interface Message extends Common {
  readonly type: 'message';
  readonly conn: string;
  readonly kind: MessageKind;
  readonly view: JsonObject;
  readonly message: JsonValue;
  /** The whole frame where it is kept with this message. */
  readonly raw: string | undefined;
  readonly operationId: string | undefined;
  readonly key: string | undefined;
}

/** A control action was performed. */
export interface Control extends Common {
  readonly type: 'control';
  readonly action: string;
  readonly params: JsonObject;
  readonly result: JsonObject;
  /** The pause behind it, and what the run then held for long enough until one takes effect; 0 where the journal does not say. */
  readonly waitedMs: number;
  readonly paceMs: number;
  /** How late such actions are nobody had stated. */
  readonly mayBeLate: boolean;
}

export type Entry = Call | Answer | Lost | Opened | Closed | Command | Message | Control;

/** A kind of entry, or of messages alone. */
export type Sight = Entry['type'] | MessageKind;

const NOTHING: JsonObject = {};

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status <= 299;
}

/** The entry of a record; undefined for what the suite only says to itself. */
export function readEntry(record: JournalRecord): Entry | undefined {
  const parsed = isJsonObject(record.parsed) ? record.parsed : NOTHING;
  const target = targetOf(record);
  const accountId = record.account ?? '';
  // Most runs have one target; a text that is made anew must be hashed anew wherever it is a key.
  const account = target === '' || accountId === '' ? accountId : `${accountId}${target}`;
  const common = { i: record.i, tNs: record.t_ns, wall: record.wall, account, accountId, target };
  const conn = record.conn ?? '';
  switch (record.kind) {
    case 'invoke':
      return readCall(common, record, parsed);
    case 'ok':
      return readAnswer(common, record, parsed);
    case 'fail':
      return { ...common, type: 'lost', call: record.cause ?? 0, wasSent: false };
    case 'info':
      // A remark of the suite rests on no request.
      return record.conn === null ? undefined : { ...common, type: 'lost', call: record.cause ?? 0, wasSent: true };
    case 'open':
      return { ...common, type: 'opened', conn };
    case 'close':
      return { ...common, type: 'closed', conn };
    case 'send':
      return readCommand(common, conn, memberOf(parsed, 'view'));
    case 'event':
      return readMessage(common, record, parsed);
    case 'control':
      return {
        ...common,
        type: 'control',
        action: textOf(parsed['action']) ?? '',
        params: objectOf(parsed['params']),
        result: objectOf(parsed['result']),
        waitedMs: Number(parsed['waitedMs'] ?? 0),
        paceMs: Number(parsed['paceMs'] ?? 0),
        mayBeLate: parsed['mayBeLate'] === true,
      };
    default:
      return undefined;
  }
}

/** Where one run judges several targets the check of a record ends in `@target`. */
function targetOf({ check }: JournalRecord): string {
  if (check === null) return '';
  const at = check.indexOf('@');
  return at < 0 ? '' : check.slice(at);
}

/** What every client sends: unreserved characters, escaped slashes, no climbing. */
const ORDINARY_PATH = /^(?:[A-Za-z0-9/._~?&=:,@+-]|%2F|%3A)*$/i;
const LONGEST_PATH = 1024;
const ODD_CHARACTER = /[^\x20-\x7e]/;
const LONGEST_HEADER = 4096;

/** Whether its path and headers hold nothing that a firewall before the service would take offence at. */
export function isOrdinary({ path, headers }: Call): boolean {
  return path.length <= LONGEST_PATH && ORDINARY_PATH.test(path) && !path.includes('..') && areOrdinary(headers);
}

function areOrdinary(headers: JsonValue | undefined): boolean {
  const names: string[] = []; // a dozen or so
  for (const header of Array.isArray(headers) ? headers : []) {
    if (!Array.isArray(header)) continue;
    const name = String(header[0]).toLowerCase();
    const value = String(header[1]);
    if (names.includes(name) || value.length > LONGEST_HEADER || ODD_CHARACTER.test(value)) return false;
    names.push(name);
  }
  return true;
}

// Most entries are of the kinds below: their members are listed, since spreading costs more than all the rest of reading.
function readCall(common: Common, record: JournalRecord, parsed: JsonObject): Call {
  const params = parsed['params'];
  const isDamaged = parsed['damage'] !== undefined;
  return {
    i: common.i,
    tNs: common.tNs,
    wall: common.wall,
    account: common.account,
    accountId: common.accountId,
    target: common.target,
    type: 'call',
    conn: record.conn ?? '',
    key: textOf(record.client_request_id),
    body: record.raw,
    request: textOf(parsed['request']) ?? '',
    method: textOf(parsed['method']) ?? '',
    path: textOf(parsed['path']) ?? '',
    params: isJsonObject(params) ? params : undefined,
    apiKey: headerOf(parsed['headers'], 'svc-api-key'),
    isDamaged,
    isShifted: parsed['shift_ms'] !== undefined,
    isMisdirected: isDamaged && !isAsStated(parsed),
    headers: parsed['headers'],
    signature: parsed['signature'],
  };
}

/** Whether method and path are those that the interface states of the request, below whatever prefix the target lies. */
function isAsStated(parsed: JsonObject): boolean {
  const stated = Object.entries(STATED_PATHS).find(([name]) => name === parsed['request'])?.[1];
  if (stated === undefined) return true;
  const [path = ''] = (textOf(parsed['path']) ?? '').split('?');
  const pattern = new RegExp(`${stated.path.replace(/[{]\w+[}]/g, '[^/]+')}$`);
  return parsed['method'] === stated.method && pattern.test(path);
}

function headerOf(headers: JsonValue | undefined, name: string): string {
  const list: readonly JsonValue[] = Array.isArray(headers) ? headers : [];
  for (const header of list) {
    if (!Array.isArray(header)) continue;
    const own = String(header[0]);
    if (own.length === name.length && own.toLowerCase() === name) return String(header[1]);
  }
  return '';
}

function readAnswer(common: Common, record: JournalRecord, parsed: JsonObject): Answer {
  const status = parsed['status'];
  return {
    i: common.i,
    tNs: common.tNs,
    wall: common.wall,
    account: common.account,
    accountId: common.accountId,
    target: common.target,
    type: 'answer',
    call: record.cause ?? 0,
    request: textOf(parsed['request']) ?? '',
    key: textOf(record.client_request_id),
    status: typeof status === 'number' ? status : 0,
    view: parsed['view'] ?? null,
    body: parsed['body'] ?? null,
    operationId: textOf(record.operation_id),
    isUnreadable: parsed['bodyFault'] !== undefined || record.error !== null,
  };
}

function readCommand(common: Common, conn: string, view: JsonValue | undefined): Command {
  const action = memberOf(view, 'action');
  const instruments = memberOf(view, 'instruments');
  return {
    i: common.i,
    tNs: common.tNs,
    wall: common.wall,
    account: common.account,
    accountId: common.accountId,
    target: common.target,
    type: 'command',
    conn,
    action: action === 'subscribe' || action === 'unsubscribe' ? action : undefined,
    event: textOf(memberOf(view, 'event')) ?? '',
    instruments: Array.isArray(instruments) ? instruments.map(String) : undefined,
  };
}

function readMessage(common: Common, record: JournalRecord, parsed: JsonObject): Message {
  return {
    i: common.i,
    tNs: common.tNs,
    wall: common.wall,
    account: common.account,
    accountId: common.accountId,
    target: common.target,
    type: 'message',
    conn: record.conn ?? '',
    // Written by the stream client from the closed list of kinds; a foreign word falls through every checker.
    kind: (textOf(parsed['kind']) ?? 'unknown') as MessageKind,
    view: objectOf(parsed['view']),
    message: parsed['message'] ?? null,
    raw: typeof record.raw === 'string' ? record.raw : undefined,
    operationId: textOf(record.operation_id),
    key: textOf(record.client_request_id),
  };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : NOTHING;
}
