// Interface 5.4 and 7.1: refusals carry error.code and error_message; those of authentication a number and the name that belongs to
// it. Refusals that a gateway may have made (a 400 without JSON to a body without, another status without any part of the error model, or
// an answer that is not JSON to a request with an odd path or header) are not judged, and none of a status that a lock or gateway has
// answered to a sound read.

import { AUTH_CODE_NUMBERS, AUTH_CODES, type AuthCode } from '../../payload/error-codes.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { readStrictJson } from '../../payload/strict-json.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import { type Checker, stateless, type Violation } from '../checker.js';
import type { Answer, Call, Entry } from '../ledger/entry.js';
import { isOrdinary } from '../ledger/ordinary.js';
import { has, show } from '../ledger/views.js';
import { BareRefusals } from './bare-refusals.js';

const CODE = 'errors.code-present';
const MESSAGE = 'errors.message-present';
const JSON_BODY = 'errors.body-json';
const JUDGED: ReadonlySet<number> = new Set([400, 401, 403]);

export const errorForm: Checker = {
  name: 'error-form',
  sees: ['answer', 'control'],
  summary: 'refusals carry error.code and error_message',
  requirements: [CODE, MESSAGE, JSON_BODY],
  start({ findings, ledger }) {
    const bare = new BareRefusals();
    return {
      see(entry) {
        const call = entry.type === 'answer' ? ledger.callOf(entry) : undefined;
        bare.see(entry, call);
        if (!isRefusal(entry, call) && !isInTheModel(entry)) return;
        if (!isJsonObject(entry.body)) {
          // A firewall may answer what looks odd to it, in its own words.
          if (call !== undefined && isOrdinary(call)) bare.add(entry, call);
          return;
        }
        findings.judge(JSON_BODY, true, () => notJson(entry));
        for (const [member, requirement] of [
          ['code', CODE],
          ['message', MESSAGE],
        ] as const) {
          findings.judge(requirement, has(entry.view, member), () => ({
            message: `a refusal lacks ${member === 'code' ? 'error.code' : 'error_message'}`,
            expected: member === 'code' ? 'error.code' : 'error_message',
            actual: show(entry.body),
            evidence: [entry.i],
          }));
        }
      },
      finish() {
        for (const entry of bare.ofTheService()) findings.judge(JSON_BODY, false, () => notJson(entry));
      },
    };
  },
};

function notJson({ i, body, isUnreadable }: Answer): Violation {
  return {
    message: 'the body of a refusal is not a JSON object',
    expected: 'a JSON object with error.code and error_message',
    actual: isUnreadable ? 'a body that is not JSON' : show(body),
    evidence: [i],
  };
}

const NUMERIC = 'auth.error-code-numeric';
const NAMES: Readonly<Record<AuthCode, RequirementId>> = {
  1000: 'auth.error-1000-name',
  1001: 'auth.error-1001-name',
  1002: 'auth.error-1002-name',
};

export const authErrors: Checker = stateless({
  name: 'auth-errors',
  sees: ['answer'],
  summary: 'codes of authentication errors are numbers and stand with their names',
  requirements: [NUMERIC, ...Object.values(NAMES)],
  see(entry, { findings }) {
    if (!isRefusal(entry) || !isJsonObject(entry.view)) return;
    const { code, message } = entry.view;
    const number = authCodeOf(code, message, entry.status);
    if (number === undefined) return;
    findings.judge(NUMERIC, typeof code === 'number', () => ({
      message: 'the code of an authentication error is not a number',
      expected: `the number ${number}`,
      actual: show(code),
      evidence: [entry.i],
    }));
    findings.judge(NAMES[number], String(code) !== String(number) || message === AUTH_CODES[number], () => ({
      message: 'code and name of an authentication error do not belong together',
      expected: `${number} with ${AUTH_CODES[number]}`,
      actual: `${show(code)} with ${show(message)}`,
      evidence: [entry.i],
    }));
  },
});

function isRefusal(entry: Entry, call?: Call): entry is Answer {
  if (entry.type !== 'answer' || !JUDGED.has(entry.status) || entry.request.endsWith('Stream')) return false;
  // What cannot even be parsed as a request may be refused before it reaches the service.
  return entry.status !== 400 || isJsonObject(entry.body) || (call !== undefined && carriesJson(call));
}

/** A gateway that knows the schema may refuse what is wrong on purpose. */
function carriesJson({ body, isDamaged }: Call): boolean {
  return !isDamaged && typeof body === 'string' && readStrictJson(Buffer.from(body)).defects.length === 0;
}

/**
 * Whatever its status, and on handshakes as well: what has a part of the error model is no gateway's, and has all of it. A body that says
 * more than that part may say the rest elsewhere than other refusals do.
 */
function isInTheModel(entry: Entry): entry is Answer {
  if (entry.type !== 'answer' || entry.status < 400) return false;
  return (has(entry.view, 'code') || has(entry.view, 'message')) && valuesIn(entry.body) === 1;
}

function valuesIn(value: JsonValue | undefined): number {
  if (value === null || value === undefined) return 0;
  if (typeof value !== 'object') return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + valuesIn(one), 0);
}

const DIAGNOSTICS = 'errors.no-diagnostics';
/** What only the inside of a service writes, each mark by itself beyond doubt. */
const TRACES: readonly RegExp[] = [
  /\bat [\w$.<>]+ ?\([^()\s]+\.\w{1,4}:\d+(?::\d+)?\)/,
  /Traceback \(most recent call last\)/,
  /\bgoroutine \d+ \[/,
  /\w\.(?:java|kt|scala|go|rs|py|rb|php|cs|cpp|ts|js):\d+\b/,
  /\b(?:java|javax|kotlin|org\.springframework|System)\.[\w.$]*(?:Exception|Error)\b/,
  /\bnode_modules\b|\bSQLSTATE\b|\bORA-\d{5}\b/,
];
const LONGEST = 20_000;

export const diagnostics: Checker = stateless({
  name: 'diagnostics',
  sees: ['answer'],
  summary: 'refusals show no stack traces, source paths or database errors',
  requirements: [DIAGNOSTICS],
  see(entry, { findings }) {
    if (entry.type !== 'answer' || entry.status < 400 || entry.body === null) return;
    const text = JSON.stringify(entry.body).slice(0, LONGEST);
    const trace = TRACES.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
    findings.judge(DIAGNOSTICS, trace === undefined, () => ({
      message: 'a refusal shows internal diagnostics',
      expected: 'a code and a message',
      actual: trace ?? '',
      evidence: [entry.i],
    }));
  },
});

/** The code that an error claims to be: by its number where it comes with an authentication status, else by its name. */
function authCodeOf(code: JsonValue | undefined, message: JsonValue | undefined, status: number): AuthCode | undefined {
  const byNumber = status === 400 ? undefined : AUTH_CODE_NUMBERS.find((one) => String(code) === String(one));
  return byNumber ?? AUTH_CODE_NUMBERS.find((one) => AUTH_CODES[one] === message || AUTH_CODES[one] === code);
}
