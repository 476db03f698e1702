// Addresses in a profile: `{env:NAME}` in their text, and where they go when the target is met somewhere else than the file says.
import { resolveSecret, type SecretSources } from './secrets.js';

const PLACEHOLDER = /\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;
const ABSOLUTE = /^(?:https?|wss?):\/\//;

/**
 * The text with its placeholders filled in. Throws `RangeError` naming a variable that is not set; for who only plans, the stand-in is
 * then the whole address.
 */
export function withVariables(address: string, sources: SecretSources, standIn: string): string {
  let isComplete = true;
  const onMissing = (name: string): void => {
    isComplete = false;
    sources.onMissing?.(name);
  };
  const from = sources.onMissing === undefined ? sources : { ...sources, onMissing };
  const text = address.replaceAll(PLACEHOLDER, (_, env: string) => resolveSecret({ env }, from, ''));
  return isComplete ? text : standIn;
}

/** Moves what lies on the host and port of the one base address to those of the other; all else stays where it is. */
export type Move = (address: string) => string;

export const stay: Move = (address) => address;

export function moveFrom(stated: string, actual: string): Move {
  const [from, to] = [new URL(stated), new URL(actual)];
  return (address) => {
    if (!ABSOLUTE.test(address) || hostOf(address) !== from.host) return address;
    const [scheme = '', rest = ''] = address.split('://');
    const isSecure = to.protocol === 'https:';
    const protocol = scheme.startsWith('ws') ? (isSecure ? 'wss' : 'ws') : isSecure ? 'https' : 'http';
    return `${protocol}://${to.host}${rest.slice(rest.search(/[/?#]|$/))}`;
  };
}

/** Without its path, which may hold placeholders of a template. */
function hostOf(address: string): string | undefined {
  const origin = address.slice(0, address.indexOf('://') + 3) + address.split('://')[1]?.split(/[/?#]/)[0];
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
