// The gate: every rule of interface 5 on HTTP and on handshakes, then the account, permission and quota (interface 4.1).
// The interface leaves the order of checks open; here what is cheap comes first, and the signature before anything about accounts.
import type { JsonObject } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';
import { HEADER } from '../../signing/headers.js';
import { PAYLOAD_FIELDS } from '../../signing/payload.js';
import { verifierOf } from '../../signing/sign.js';
import type { Key, RawRequest, Refusal, Route } from '../domain.js';
import type { AuthCause } from '../rules/auth/access.js';
import type { SignatureTrial } from '../rules/auth/signing.js';
import type { RequestContext } from '../rules/context.js';
import { RetainedMap } from '../state/retained-map.js';
import { type Core, refusal } from './core.js';
import type { Session } from './engine.js';
import type { AccountRecord } from './records/account-record.js';
import { collect, contextOf, type Headers, ROLES } from './request-headers.js';

interface Defect {
  readonly cause: AuthCause;
  readonly detail: string;
}

type Caller = Pick<Session, 'key' | 'idempotencyKey'>;

export class Gate {
  readonly #core: Core;
  /**
   * Signatures that were accepted before, for as long as their timestamp could be accepted again. Whether a byte-identical signed
   * request is taken twice is left open by the interface; a service that guards against it remembers signatures.
   */
  readonly #signatures: RetainedMap<string>;

  constructor(core: Core) {
    this.#core = core;
    this.#signatures = new RetainedMap(core.settings.idempotencyRecords, (mark) => mark);
  }

  admit(raw: RawRequest, asked: Route): Session | Refusal {
    const { rules, accounts, clock } = this.#core;
    if (!rules.serves(raw.target)) {
      return refusal(this.#core, 'RESOURCE_NOT_FOUND', `nothing is served at ${excerpt(raw.target)}`);
    }
    const collected = collect(raw.headers);
    const context = contextOf(raw, asked, accounts.get(asked.accountId), collected.counts);
    const bodyHash = rules.bodyHashOf(raw.body, context);
    const caller = rules.requiresSigning(context)
      ? this.#authenticate(raw, collected, bodyHash, context)
      : this.#assumed(collected.headers, context);
    if ('cause' in caller) return this.#refused(caller, context);
    const accountId = rules.accountFor(asked.accountId, accounts, context);
    const account = accountId === undefined ? undefined : accounts.get(accountId);
    const nowMs = clock.nowMs();
    if (account?.isOpenFor('read', nowMs) !== true) {
      return refusal(this.#core, 'ACCOUNT_NOT_FOUND', `no account ${excerpt(asked.accountId)}`);
    }
    if (!account.isOpenFor(rules.scopeOf(asked.operation), nowMs)) {
      return this.#refused({ cause: 'account', detail: `the account ${account.info.id} is being opened` }, context);
    }
    const route: Route = { ...asked, accountId: account.info.id };
    const session: Session = { refused: false, raw, route, bodyHash, context, overQuota: false, ...caller };
    return this.#authorise(session) ?? this.#counted(session, account);
  }

  #refused({ cause, detail }: Defect, context: RequestContext): Refusal {
    return refusal(this.#core, this.#core.rules.authError(cause, context), detail);
  }

  /** The key that an unsigned request counts as, where a rule lets it pass. */
  #assumed(headers: Headers, context: RequestContext): Caller | Defect {
    const { rules, keys } = this.#core;
    const key = rules.findKey(headers.apiKey ?? '', keys, context) ?? [...keys.values()][0];
    return key === undefined
      ? { cause: 'unknown-key', detail: 'no key is registered' }
      : { key, idempotencyKey: headers.idempotencyKey ?? '' };
  }

  /** Interface 5.1 to 5.3, rule 8. */
  #authenticate(
    raw: RawRequest,
    { headers, counts }: ReturnType<typeof collect>,
    bodyHash: string,
    context: RequestContext,
  ): Caller | Defect {
    const { rules, keys, clock } = this.#core;
    for (const role of ROLES) {
      if (!rules.acceptsHeaderCount(counts[role], role, context)) {
        const detail = `expected one ${HEADER[role]} header, got ${counts[role]}`;
        return { cause: role === 'apiKey' ? 'api-key-header' : 'header', detail };
      }
    }
    const key = rules.findKey(headers.apiKey ?? '', keys, context);
    if (key === undefined) {
      return { cause: 'unknown-key', detail: `${HEADER.apiKey} names no key that is registered here` };
    }
    if (!rules.acceptsExpiry(key, clock.nowMs(), context)) {
      return { cause: 'expired-key', detail: `the key ${key.id} has expired` };
    }
    const payload = rules.decodeData(headers.data ?? '', context);
    const fields = payload && rules.readPayload(payload, context);
    if (payload === undefined || fields === undefined) {
      const expected = payload === undefined ? 'base64url without padding' : 'a JSON object in UTF-8';
      return { cause: 'encoding', detail: `expected ${HEADER.data} to hold ${expected}` };
    }
    return (
      this.#fieldDefect(fields, headers, context) ??
      this.#requestDefect(fields, raw, bodyHash, context) ??
      this.#signatureDefect(headers, payload, key, context) ?? {
        key,
        // The signed value stands in where a rule let the header be missing.
        idempotencyKey: headers.idempotencyKey ?? String(memberOf(fields, 'idempotency_key') ?? ''),
      }
    );
  }

  /** The members of the payload, and their agreement with the headers. */
  #fieldDefect(fields: JsonObject, headers: Headers, context: RequestContext): Defect | undefined {
    const { rules } = this.#core;
    if (!rules.apiKeyAgrees(headers.apiKey, memberOf(fields, 'api_key'), context)) {
      return { cause: 'mismatched-key', detail: unequal(HEADER.apiKey, headers.apiKey, fields, 'api_key') };
    }
    for (const name of PAYLOAD_FIELDS) {
      const value = memberOf(fields, name);
      if (!rules.acceptsFieldType(name, value, context)) {
        return { cause: 'payload', detail: `the payload's ${name} has the wrong type: ${excerpt(value)}` };
      }
    }
    if (!rules.idempotencyKeyAgrees(headers.idempotencyKey, memberOf(fields, 'idempotency_key'), context)) {
      return {
        cause: 'mismatch',
        detail: unequal(HEADER.idempotencyKey, headers.idempotencyKey, fields, 'idempotency_key'),
      };
    }
    if (!rules.timestampAgrees(headers.timestamp, memberOf(fields, 'timestamp'), context)) {
      return { cause: 'mismatch', detail: unequal(HEADER.timestamp, headers.timestamp, fields, 'timestamp') };
    }
    if (!rules.signVersionAgrees(headers.signVersion, memberOf(fields, 'sign_version'), context)) {
      return { cause: 'mismatch', detail: unequal(HEADER.signVersion, headers.signVersion, fields, 'sign_version') };
    }
    return rules.supportsSignVersion(memberOf(fields, 'sign_version'), context)
      ? undefined
      : { cause: 'mismatch', detail: `expected sign_version 1, got ${excerpt(memberOf(fields, 'sign_version'))}` };
  }

  /** The members of the payload against the request that carries them. */
  #requestDefect(fields: JsonObject, raw: RawRequest, bodyHash: string, context: RequestContext): Defect | undefined {
    const { rules, clock, settings } = this.#core;
    const method = memberOf(fields, 'method');
    if (!rules.acceptsMethod(method, raw.method, context)) {
      return { cause: 'method', detail: `signed method ${excerpt(method)}, got a ${raw.method} request` };
    }
    const path = memberOf(fields, 'path');
    const fits = context.isHandshake
      ? rules.acceptsHandshakePath(path, raw.target, context)
      : rules.acceptsPath(path, raw.target, context);
    if (!fits) {
      return { cause: 'path', detail: `signed path ${excerpt(path)}, got a request for ${excerpt(raw.target)}` };
    }
    const hash = memberOf(fields, 'body_hash');
    if (!rules.acceptsBodyHash(hash, bodyHash, context)) {
      return { cause: 'body-hash', detail: `signed body_hash ${excerpt(hash)}, the body has ${bodyHash}` };
    }
    const timestamp = Number(memberOf(fields, 'timestamp'));
    const nowMs = clock.nowMs();
    return rules.acceptsTimestamp(timestamp, nowMs, settings.timestampWindowMs, context)
      ? undefined
      : {
          cause: 'timestamp',
          detail: `the timestamp is ${timestamp - nowMs} ms from the service's clock, accepted are ${settings.timestampWindowMs}`,
        };
  }

  #signatureDefect(headers: Headers, payload: Uint8Array, key: Key, context: RequestContext): Defect | undefined {
    const { rules, keys } = this.#core;
    const data = headers.data ?? '';
    const signature = rules.decodeSignature(headers.signature ?? '', context);
    if (signature === undefined) {
      return { cause: 'encoding', detail: `expected ${HEADER.signature} to be base64url without padding` };
    }
    const trial: SignatureTrial = {
      payload,
      data,
      signature,
      verify: (bytes, message) => verifierOf(key.publicKey).verify(bytes, message),
      verifyWithAnyKey: (bytes, message) =>
        [...keys.values()].some((other) => verifierOf(other.publicKey).verify(bytes, message)),
    };
    const valid = rules.acceptsSignature(trial, context);
    const isGuarded = this.#core.behaviour.signedReplay === 'refused';
    if (valid && isGuarded && this.#seenBefore(rules.replayMark(trial, context))) {
      return { cause: 'signature', detail: 'the same signed request came before' };
    }
    return valid
      ? undefined
      : {
          cause: 'signature',
          detail: `${HEADER.signature} is no signature of the decoded ${HEADER.data} by key ${key.id}`,
        };
  }

  /** Interface 5.3, rules 5 to 7 and 9, and interface 4.1: everything after the signature. */
  #authorise(session: Session): Refusal | undefined {
    const { rules, behaviour } = this.#core;
    const { raw, key, context, route, idempotencyKey } = session;
    const question = raw.target.indexOf('?');
    if (question >= 0 && !rules.acceptsQuery(raw.target.slice(question + 1), context)) {
      return refusal(this.#core, 'REQUEST_INVALID_PARAMETERS', 'a query parameter is repeated');
    }
    if (!rules.permitsAccount(key, route.accountId, context)) {
      const detail = `key ${key.id} is not permitted for account ${route.accountId}`;
      return behaviour.foreignAccount === 404
        ? refusal(this.#core, 'ACCOUNT_NOT_FOUND', detail)
        : this.#refused({ cause: 'account', detail }, context);
    }
    if (!rules.permitsSource(key, raw.remoteAddress, context)) {
      return this.#refused(
        { cause: 'source', detail: `key ${key.id} is not permitted from ${raw.remoteAddress}` },
        context,
      );
    }
    const scope = rules.scopeOf(route.operation);
    if (!rules.permitsScope(key, scope, context)) {
      return this.#refused({ cause: 'scope', detail: `key ${key.id} lacks the scope ${scope}` }, context);
    }
    const keyFits = context.isMutating
      ? rules.acceptsMutatingKey(idempotencyKey, context)
      : rules.acceptsReadKey(idempotencyKey, context);
    if (!keyFits) {
      const expected = context.isMutating ? '5 to 128 of A-Z a-z 0-9 . _ - ~' : 'an empty one for a GET';
      const detail = `expected ${HEADER.idempotencyKey}: ${expected}, got ${excerpt(idempotencyKey)}`;
      return refusal(this.#core, 'REQUEST_INVALID_PARAMETERS', detail);
    }
    return undefined;
  }

  /** Interface 3, 4.1, 8: guards of reads and quota accounting, the last of what precedes the body. */
  #counted(session: Session, account: AccountRecord): Session | Refusal {
    const { rules, clock } = this.#core;
    const { operation } = session.route;
    const { isMutating, isHandshake } = session.context;
    const guard = isMutating || isHandshake ? undefined : rules.readGuard(account.info, operation);
    if (guard !== undefined) return refusal(this.#core, guard, `${operation} while the account is restricted`);
    if (account.quotas.admits(operation, clock.nowMs(), rules)) return session;
    return rules.refusesOverQuota(operation)
      ? refusal(this.#core, rules.rateLimitName(operation), `the quota of ${operation} is used up`, 429)
      : { ...session, overQuota: true };
  }

  #seenBefore(mark: string): boolean {
    const { clock, settings } = this.#core;
    const nowMs = clock.nowMs();
    this.#signatures.forgetBefore(nowMs - 2 * settings.timestampWindowMs);
    if (this.#signatures.find(mark) !== undefined) return true;
    this.#signatures.add(mark, nowMs);
    return false;
  }
}

function unequal(header: string, value: string | undefined, fields: JsonObject, name: string): string {
  return `${header} is ${excerpt(value)}, the payload's ${name} is ${excerpt(memberOf(fields, name))}`;
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
