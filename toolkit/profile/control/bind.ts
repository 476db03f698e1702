// Control actions through the bindings of a profile: an HTTP call or a command, filled from parameters, bounded in time and
// size. Every failure is a `ProtocolError` of code `control-failed` that carries what was answered, never what was sent.
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { kept } from '../../base/kept.js';
import type { JsonValue } from '../../payload/json.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { readStrictJson } from '../../payload/strict-json.js';
import { compilePointers } from '../dialect/reading/pointer.js';
import { percentEncoded } from '../dialect/writing/percent-encoded.js';
import { compileJsonText, compileText, type Lookup, type Placeholders } from '../dialect/writing/template.js';
import type { ControlBinding, Profile } from '../profile.js';
import { CONTROL_ACTIONS, type ControlActionName, type ControlSurface } from './actions.js';
import type { ControlAnswer } from './answer.js';
import { runCommand } from './command.js';
import { callHttp } from './http.js';

const CONTROL_TIMEOUT_MS = 10_000;

/** An identifier that the suite makes anew for each call, for targets that let the caller choose one. */
const FRESH = 'fresh';

interface Given {
  readonly params: Readonly<Record<string, string>>;
  readonly fresh: string;
}

export type Perform = (lookup: Lookup, signal: AbortSignal) => Promise<ControlAnswer>;

/** The actions that the profile binds. */
export function bindControl(profile: Profile): ControlSurface {
  const folder = profile.file === undefined ? process.cwd() : dirname(profile.file);
  const compiled = new Map<ControlActionName, Perform>();
  return {
    has: (name) => profile.control[name] !== undefined,
    scope: (name) => profile.control[name]?.scope ?? CONTROL_ACTIONS[name].scope,
    perform: async (name, params, signal) => {
      const binding = profile.control[name];
      if (binding === undefined) {
        throw new ProtocolError('control-missing', `expected a control action that the profile binds, got ${name}`);
      }
      const perform = kept(compiled, name, () => compileBinding(name, binding, folder));
      const given: Given = { params, fresh: `t${randomUUID().replaceAll('-', '').slice(0, 15)}` };
      const answer = await bounded({ name, binding, perform }, given, signal);
      return readResult(name, binding, answer.text, given.fresh);
    },
  };
}

/**
 * Whether the binding names an optional parameter of its action. `{params}` names none: what receives all of them may well leave one
 * that it does not know unread.
 */
export function namesParam(name: ControlActionName, binding: ControlBinding, param: string): boolean {
  const named = new Set<string>();
  compileBinding(name, binding, '', named);
  return named.has(param);
}

/** Throws `RangeError` for a placeholder that the action has no parameter for; adds those that it meets to `named`. */
export function compileBinding(
  name: ControlActionName,
  binding: ControlBinding,
  folder: string,
  named: Set<string> = new Set(),
): Perform {
  const params = CONTROL_ACTIONS[name].params.map((param) => param.replace('?', ''));
  const names = ['action', 'params', FRESH, ...params];
  const known: Placeholders = { names, has: (placeholder) => named.add(placeholder) && names.includes(placeholder) };
  if (binding.command !== undefined) {
    const words = binding.command.map((word) => compileWords(name, word, known));
    return (lookup, signal) =>
      runCommand(
        words.flatMap((word) => word(lookup)),
        folder,
        signal,
      );
  }
  const http = binding.http;
  if (http === undefined) throw new RangeError(`expected "http" or "command" for ${name}, got neither`);
  const url = compileText(http.url, known, percentEncoded);
  const headers = Object.entries(http.headers ?? {});
  const body = http.body === undefined ? () => undefined : compileJsonText(http.body, known);
  return (lookup, signal) => callHttp({ method: http.method, url: url(lookup), headers, body: body(lookup), signal });
}

/** Arguments that stand or fall together: none of them where an optional parameter that one names is not given. */
function compileWords(
  name: ControlActionName,
  words: string | readonly string[],
  known: Placeholders,
): (lookup: Lookup) => readonly string[] {
  const optional = CONTROL_ACTIONS[name].params.flatMap((param) => (param.endsWith('?') ? [param.slice(0, -1)] : []));
  const named = new Set<string>();
  const noting: Placeholders = {
    names: known.names,
    has: (placeholder) => known.has(placeholder) && !!named.add(placeholder),
  };
  const texts = (typeof words === 'string' ? [words] : words).map((word) => compileText(word, noting));
  return (lookup) => {
    const lacks = optional.some((param) => named.has(param) && lookup(param) === undefined);
    return lacks ? [] : texts.map((text) => text(lookup));
  };
}

async function bounded(
  { name, binding, perform }: BoundAction,
  params: Given,
  signal: AbortSignal | undefined,
): Promise<ControlAnswer> {
  const timeoutMs = binding.timeoutMs ?? CONTROL_TIMEOUT_MS;
  const timeout = AbortSignal.timeout(timeoutMs);
  const lookup = lookupOf(name, binding, params);
  let answer: ControlAnswer;
  try {
    answer = await perform(lookup, signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
  } catch (error) {
    const reason = timeout.aborted
      ? `no answer within ${timeoutMs} ms`
      : error instanceof Error
        ? error.message
        : String(error);
    throw failed(name, reason, error);
  }
  if (!answer.succeeded) throw failed(name, `${answer.outcome}${said(answer.text)}`);
  return answer;
}

interface BoundAction {
  readonly name: ControlActionName;
  readonly binding: ControlBinding;
  readonly perform: Perform;
}

/** Parameters under their own names, `{action}`, `{fresh}`, and `{params}` for all parameters together. */
function lookupOf(name: ControlActionName, binding: ControlBinding, { params, fresh }: Given): Lookup {
  const spelled = Object.fromEntries(
    Object.entries(params).map(([param, value]) => [param, binding.values?.[param]?.[value] ?? value]),
  );
  return (placeholder) => {
    if (placeholder === 'action') return name;
    if (placeholder === FRESH) return fresh;
    return placeholder === 'params' ? spelled : spelled[placeholder];
  };
}

/** Members that the action returns; one that the answer lacks is left out. */
function readResult(
  name: ControlActionName,
  binding: ControlBinding,
  text: string,
  fresh: string,
): Readonly<Record<string, string>> {
  const { returns } = CONTROL_ACTIONS[name];
  const isFresh = (member: string): boolean => binding.result?.[member] === `{${FRESH}}`;
  if (returns.every(isFresh)) return Object.fromEntries(returns.map((member) => [member, fresh]));
  const { value, defects } = readStrictJson(new TextEncoder().encode(text), { wideIntegersAsText: true });
  if (defects[0] !== undefined) throw failed(name, `expected JSON as its answer: ${defects[0].message}${said(text)}`);
  return Object.fromEntries(
    returns.flatMap((member) => {
      const found = isFresh(member) ? fresh : asText(compilePointers(binding.result?.[member] ?? `/${member}`)(value));
      return found === undefined ? [] : [[member, found] as const];
    }),
  );
}

function asText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function failed(name: ControlActionName, reason: string, cause?: unknown): ProtocolError {
  return new ProtocolError('control-failed', `control action ${name}: ${reason}`, cause === undefined ? {} : { cause });
}

function said(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line === '' ? '' : `: ${line.length > 300 ? `${line.slice(0, 300)}...` : line}`;
}
