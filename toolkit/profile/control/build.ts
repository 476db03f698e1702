// Control bindings from their file form: the entry `*` spread over the actions it stands for, header secrets resolved,
// templates compiled once so that a mistyped placeholder is a defect of the file.
import type { JsonValue } from '../../payload/json.js';
import { formatPointer } from '../dialect/reading/pointer.js';
import { type Move, stay, withVariables } from '../loading/addresses.js';
import { FileDefect, within } from '../loading/file-defect.js';
import { resolveSecret, type SecretReference, type SecretSources } from '../loading/secrets.js';
import type { ControlBinding, Profile } from '../profile.js';
import { CONTROL_ACTIONS, type ControlActionName } from './actions.js';
import { compileBinding } from './bind.js';

export type ControlFile = Readonly<Partial<Record<ControlActionName | '*', ControlBindingFile | null>>>;

interface ControlBindingFile extends Omit<ControlBinding, 'http' | 'secrets'> {
  readonly http?: {
    readonly method?: string;
    readonly url: string;
    readonly headers?: Readonly<Record<string, string | SecretReference>>;
    readonly body?: JsonValue;
  };
}

export const CONTROL_NAMES: readonly ControlActionName[] =
  // The record's type has every name and nothing else as a key.
  Object.keys(CONTROL_ACTIONS) as ControlActionName[];

/** `move` takes addresses to where the target is met. */
export function buildControl(file: ControlFile, sources: SecretSources, move: Move = stay): Profile['control'] {
  const entries = CONTROL_NAMES.flatMap((name) => {
    const own = file[name];
    const stated = own === undefined ? file['*'] : own;
    if (stated === undefined || stated === null) return [];
    const place = formatPointer(['control', own === undefined ? '*' : name]);
    const binding = buildBinding(stated, place, sources, move);
    within(place, () => compileBinding(name, binding, sources.folder));
    return [[name, binding] as const];
  });
  return Object.fromEntries(entries);
}

function buildBinding(file: ControlBindingFile, place: string, sources: SecretSources, move: Move): ControlBinding {
  const { http, ...rest } = file;
  if ((http === undefined) === (rest.command === undefined)) {
    throw new FileDefect(place, 'expected either "http" or "command", got both or neither');
  }
  if (http === undefined) return rest;
  const secrets: string[] = [];
  const headers = Object.entries(http.headers ?? {}).map(([name, value]) => {
    if (typeof value === 'string') return [name, value] as const;
    const secret = within(`${place}/http/headers${formatPointer([name])}`, () =>
      resolveSecret(value, sources, 'not-set'),
    );
    secrets.push(secret);
    return [name, secret] as const;
  });
  const url = within(`${place}/http/url`, () => move(withVariables(http.url, sources, 'http://not-set.invalid')));
  return {
    ...rest,
    http: { ...http, url, method: http.method ?? 'POST', headers: Object.fromEntries(headers) },
    ...(secrets.length === 0 ? {} : { secrets }),
  };
}
