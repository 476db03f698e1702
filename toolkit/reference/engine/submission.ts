// A mutating request from its admission to its ACK (interface 1, rule 1; 4.1; 7.1; 8): form, idempotency, what is refused at once.
// What becomes of an acknowledged operation is in `finalisation.ts`.

import { BOTH_PHASES, PLACE_ORDER_FINAL } from '../../payload/error-codes.js';
import type { JsonValue } from '../../payload/json.js';
import { readStrictJson } from '../../payload/strict-json.js';
import { isMutating } from '../../profile/dialect/dialect.js';
import type { Ack, OperationKind, OrderType, Refusal, TradeRequest } from '../domain.js';
import type { DuplicateContext, OperationContext } from '../rules/context.js';
import type { MutatingRequest } from '../rules/trading/idempotency.js';
import { earlyRejection } from '../state/decide.js';
import type { Rejection } from '../state/decision.js';
import { RetainedMap } from '../state/retained-map.js';
import { type Core, deskOf, refusal } from './core.js';
import type { Session } from './engine.js';
import type { Finalisation } from './finalisation.js';
import { readCommand } from './read-command.js';
import type { AccountRecord } from './records/account-record.js';
import type { IdempotencyRecord } from './records/idempotency-record.js';
import type { OperationRecord } from './records/operation-record.js';

export class Submission {
  readonly #core: Core;
  readonly #finalisation: Finalisation;
  readonly #records: RetainedMap<IdempotencyRecord>;
  /** Whether a rule lets final codes come before the ACK that the interface has after it only. */
  readonly #saysMoreEarly: boolean;
  #serial = 0;

  constructor(core: Core, finalisation: Finalisation) {
    this.#core = core;
    this.#finalisation = finalisation;
    this.#records = new RetainedMap(core.settings.idempotencyRecords, ({ name }) => name);
    this.#saysMoreEarly = PLACE_ORDER_FINAL.some(
      (code) => !BOTH_PHASES.includes(code) && core.rules.isSharedCode(code),
    );
  }

  /** Interface 4.1, 5.5. */
  readBody(session: Session): { readonly refused: false; readonly json: JsonValue } | Refusal {
    const { rules } = this.#core;
    const { raw, context } = session;
    const contentType = raw.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    if (!rules.acceptsMediaType(contentType, context)) {
      const detail = `expected Content-Type application/json, got ${contentType ?? 'none'}`;
      return this.#refuse(session, undefined, 'REQUEST_UNSUPPORTED_MEDIA_TYPE', detail);
    }
    const { value, defects } = readStrictJson(raw.body);
    const problem = value === undefined ? (defects[0]?.message ?? 'no JSON') : defects[0]?.message;
    const json = rules.readJson(value, problem, raw.body, context);
    return json === undefined
      ? this.#refuse(session, undefined, 'REQUEST_INVALID', `expected a JSON body: ${problem}`)
      : { refused: false, json };
  }

  submit(session: Session, account: AccountRecord, request: TradeRequest, json: JsonValue): Ack | Refusal {
    const { rules, behaviour } = this.#core;
    const kind = rules.kindOf(session.route.operation);
    const command = readCommand(rules, kindOfOperation(session), request, session.idempotencyKey);
    const asked: Asked = { command, type: request.type };
    const incoming = mutatingRequest(session, kind, json, behaviour.sameness === 'json');
    const maintenance = rules.maintenanceGuard(account.maintenance, kind);
    if (maintenance !== undefined && behaviour.sharedCodes === 'early') {
      return this.#refuse(session, incoming, maintenance, 'the service is under maintenance for this account');
    }
    const earlier = this.#find(account, incoming, request.type);
    const answer = earlier && this.#repeated({ session, account, request: incoming, asked }, earlier);
    if (answer !== undefined) return answer;
    const rejection = this.#earlyRejection(account, asked);
    if (rejection !== undefined) {
      if (rules.executesRefused(rejection.code, kind)) this.#launch(account, incoming, asked);
      return this.#refuse(session, incoming, rejection.code, rejection.detail);
    }
    const record = this.#launch(account, incoming, asked);
    this.#remember(account, incoming, record);
    return this.#ack(record.context.operationId, incoming, { duplicate: false, overQuota: session.overQuota });
  }

  #find(account: AccountRecord, request: MutatingRequest, orderType: JsonValue | undefined): Found | undefined {
    const { rules, clock, settings } = this.#core;
    this.#records.forgetBefore(clock.nowMs() - settings.idempotencyRetentionMs);
    const record = this.#records.find(rules.recordName(request));
    if (record === undefined || record.epoch !== account.idempotencyEpoch) return undefined;
    const state = record.operation?.state;
    const context: DuplicateContext = {
      kind: request.kind,
      orderType,
      accountId: request.accountId,
      inFlight: state === 'pending',
      succeeded: state === undefined || state === 'pending' ? undefined : state === 'success',
      ageMs: clock.nowMs() - record.atMs,
    };
    const inForce =
      rules.keepsRecord(context.ageMs, settings.idempotencyRetentionMs, context) && rules.recognises(context);
    return inForce ? { record, context } : undefined;
  }

  /** The answer to a request whose key is known, or undefined where a rule treats it as new. */
  #repeated(incoming: Incoming, { record, context }: Found): Ack | Refusal | undefined {
    const { session, account, request, asked } = incoming;
    const { rules } = this.#core;
    const original = record.operation?.context.operationId;
    const same = rules.samePayload(record.fingerprint, rules.fingerprintOf(request), context);
    if (original === undefined || !same) return this.#conflicting(incoming, context);
    if (rules.executesDuplicate(context)) this.#launch(account, request, asked);
    const fresh = (): string => this.#launch(account, request, asked).context.operationId;
    const operationId = rules.duplicateOperationId(original, fresh, context);
    return this.#ack(operationId, request, { duplicate: true, overQuota: session.overQuota });
  }

  #conflicting({ session, account, request, asked }: Incoming, context: DuplicateContext): Refusal | undefined {
    const { rules, behaviour } = this.#core;
    const consequence = rules.onConflict(context);
    if (consequence === 'accept') return undefined;
    if (consequence === 'execute-and-refuse') this.#launch(account, request, asked);
    if (rules.conflictReplaces(context)) this.#remember(account, request, undefined);
    const name = behaviour.conflictStatus === 409 ? 'REQUEST_DUPLICATE_KEY_CONFLICT' : 'REQUEST_INVALID_PARAMETERS';
    const detail = `the key ${request.idempotencyKey} was used for another ${request.kind} of this account`;
    return this.#refuse(session, undefined, name, detail);
  }

  /** What the form, the guards and the market say before the ACK, as far as the interface and the behaviour let them. */
  #earlyRejection(account: AccountRecord, { command }: Asked): Rejection | undefined {
    const { rules, behaviour } = this.#core;
    const early = behaviour.sharedCodes === 'early';
    if ('rejection' in command) {
      return early || !rules.isSharedCode(command.rejection.code) ? command.rejection : undefined;
    }
    if (!early) return undefined;
    const rejection = earlyRejection(deskOf(this.#core, account), command, this.#saysMoreEarly);
    return rejection !== undefined && rules.isSharedCode(rejection.code) ? rejection : undefined;
  }

  #launch(account: AccountRecord, request: MutatingRequest, { command, type }: Asked): OperationRecord {
    const { rules, clock } = this.#core;
    this.#serial += 1;
    account.operationCount += 1;
    const draft = {
      kind: request.kind,
      orderType: type as OrderType | undefined, // Judged by acceptsOrderType; only told to rules.
      accountId: request.accountId,
      clientRequestId: request.idempotencyKey,
      ordinal: account.operationCount,
    };
    const context: OperationContext = { ...draft, operationId: rules.operationId(this.#serial, draft) };
    const { forced } = account;
    account.forced = undefined;
    const record: OperationRecord = {
      context,
      command: 'rejection' in command ? undefined : command,
      rejection: 'rejection' in command ? command.rejection : undefined,
      forced,
      state: 'pending',
      errorCode: undefined,
      acceptedAtMs: clock.nowMs(),
      finishedAtMs: undefined,
    };
    account.operations.add(record, record.acceptedAtMs);
    this.#finalisation.accept(account, record);
    return record;
  }

  #remember(account: AccountRecord, request: MutatingRequest, operation: OperationRecord | undefined): void {
    const { rules, clock } = this.#core;
    const record: IdempotencyRecord = {
      name: rules.recordName(request),
      fingerprint: rules.fingerprintOf(request),
      operation,
      atMs: clock.nowMs(),
      epoch: account.idempotencyEpoch,
    };
    this.#records.add(record, record.atMs);
  }

  #ack(
    operationId: string,
    request: MutatingRequest,
    { duplicate, overQuota }: { readonly duplicate: boolean; readonly overQuota: boolean },
  ): Ack {
    const { rules, behaviour } = this.#core;
    // Interface 4.1 tabulates 202 as the only success of a placement, duplicates included.
    const status = duplicate && request.kind !== 'placeOrder' ? behaviour.duplicateStatus : 202;
    return {
      refused: false,
      status: rules.ackStatus(status, { kind: request.kind, duplicate, overQuota }),
      operationId,
      clientRequestId: rules.echo(request.idempotencyKey, 'ack', { kind: request.kind, duplicate }),
      duplicate,
      answerDelayMs: behaviour.answerAfterMs,
    };
  }

  /** `request` is given where the refusal may use its key up (open by the interface). */
  #refuse(session: Session, request: MutatingRequest | undefined, name: string, detail: string): Refusal {
    const account = this.#core.accounts.get(session.route.accountId);
    if (request !== undefined && account !== undefined && this.#core.behaviour.keyAfterRefusal === 'used') {
      this.#remember(account, request, undefined);
    }
    return refusal(this.#core, name, detail);
  }
}

/** What a request asks for, as far as it could be read. */
interface Asked {
  readonly command: ReturnType<typeof readCommand>;
  readonly type: JsonValue | undefined;
}

interface Incoming {
  readonly session: Session;
  readonly account: AccountRecord;
  readonly request: MutatingRequest;
  readonly asked: Asked;
}

interface Found {
  readonly record: IdempotencyRecord;
  readonly context: DuplicateContext;
}

/** What the request does, whatever a rule counts it as for idempotency. */
function kindOfOperation(session: Session): OperationKind {
  const { operation } = session.route;
  return isMutating(operation) ? operation : 'placeOrder';
}

function mutatingRequest(
  session: Session,
  kind: OperationKind,
  json: JsonValue,
  comparesJson: boolean,
): MutatingRequest {
  const { route, idempotencyKey, raw, bodyHash } = session;
  return {
    kind,
    accountId: route.accountId,
    apiKey: raw.headers.find(([name]) => name.toLowerCase() === 'svc-api-key')?.[1] ?? '',
    idempotencyKey,
    target: raw.target,
    body: raw.body,
    bodyHash,
    json,
    comparesJson,
  };
}
