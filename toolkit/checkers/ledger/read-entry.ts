// A journal record read into its entry, from the views: everything that a checker reads of a record is read here.
import type { JournalRecord } from '../../journal/record.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonObject, memberOf } from '../../payload/json-kind.js';
import { STATED_PATHS } from '../../profile/dialect/stated-paths.js';
import type { MessageKind } from '../../profile/dialect/views.js';
import type { Answer, Call, Command, Common, Entry, Message } from './entry.js';

const NOTHING: JsonObject = {};

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
      return { ...common, type: 'closed', conn, isByClient: record.actor === 'client' };
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
