// Parameters of a control action: text by name, checked against the action's declaration, read as what the action means by them.

import { ProtocolError } from '../../payload/protocol-error.js';
import { CONTROL_ACTIONS, type ControlActionName } from '../../profile/control/actions.js';
import { quoted } from '../engine/control-values.js';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?\+00:00$/;

type Params = Readonly<Record<string, string>>;

export class ControlParams {
  readonly #action: ControlActionName;
  readonly #params: Params;

  constructor(action: ControlActionName, params: Params) {
    this.#action = action;
    this.#params = params;
  }

  text(name: string): string {
    return this.#params[name] ?? '';
  }

  optional(name: string): string | undefined {
    return this.#params[name];
  }

  get account(): string {
    return this.text('account_id');
  }

  flag(name: string): boolean {
    return this.oneOf(name, ['true', 'false']) === 'true';
  }

  integer(name: string): number {
    const text = this.text(name);
    if (!/^\d{1,15}$/.test(text)) throw failed(this.#action, `${name}: expected a whole number, got ${quoted(text)}`);
    return Number(text);
  }

  list(name: string): readonly string[] {
    return this.text(name)
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  optionalOneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    return this.optional(name) === undefined ? undefined : this.oneOf(name, words);
  }

  /** A date-time as the interface writes it (1, rule 3), in milliseconds. */
  optionalTime(name: string): number | undefined {
    const text = this.optional(name);
    if (text === undefined) return undefined;
    const ms = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(ms)) {
      throw failed(
        this.#action,
        `${name}: expected a date-time such as 2026-01-31T12:00:00+00:00, got ${quoted(text)}`,
      );
    }
    return ms;
  }

  oneOf<Word extends string>(name: string, words: readonly Word[]): Word {
    const text = this.text(name);
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) {
      throw failed(this.#action, `${name}: expected one of ${words.join(', ')}, got ${quoted(text)}`);
    }
    return word;
  }
}

/** Required parameters are there, the others known and optional. @throws ProtocolError `control-failed` otherwise. */
export function checkParams(action: ControlActionName, params: Params): ControlParams {
  checkNames(action, params);
  return new ControlParams(action, params);
}

function checkNames(action: ControlActionName, params: Params): void {
  const declared = CONTROL_ACTIONS[action].params;
  const names = declared.map((param) => param.replace(/\?$/, ''));
  for (const [name, value] of Object.entries(params)) {
    if (!names.includes(name)) {
      throw failed(action, `unknown parameter ${quoted(name)}; it takes: ${declared.join(', ') || 'none'}`);
    }
    if (typeof value !== 'string') {
      throw failed(action, `${name}: expected text, got ${JSON.stringify(value) ?? typeof value}`);
    }
  }
  for (const name of declared) {
    if (!name.endsWith('?') && params[name] === undefined) {
      throw failed(action, `missing parameter ${name}; it takes: ${declared.join(', ')}`);
    }
  }
}

function failed(action: string, message: string): ProtocolError {
  return new ProtocolError('control-failed', `control action ${action}: ${message}`);
}
