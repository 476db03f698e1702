// Two mistakes that lead from the sent path to the signed one only together (interface 5.2, 5.3 rule 4), such as a base path and no query:
// one that is undone on the sent path, and the relation of what is left. Vague relations count for none.
import type { SlipId } from '../../signing/slips/slips.js';
import { decodeOnce, sorted, targetOf } from './compare-targets.js';
import { pathCause } from './search-path.js';

const bareOf = (path: string): string => targetOf(path).bare;
const withQuery = (path: string, change: (query: string) => string): string => {
  const { bare, query } = targetOf(path);
  return query === undefined ? path : `${bare}?${change(query)}`;
};

/** What the signer did first, as a change of the path that was sent. */
const FIRST: readonly (readonly [cause: SlipId, change: (path: string) => string])[] = [
  ['path-query-missing', bareOf],
  ['path-query-reordered', (path) => withQuery(path, sorted)],
  ['path-decoded', decodeOnce],
  ['path-letter-case', (path) => path.toLowerCase()],
  ['path-double-encoded', (path) => path.replaceAll('%', '%25')],
  ['path-plus-for-space', (path) => withQuery(path, (query) => query.replaceAll('%20', '+'))],
  ['path-prefix-missing', (path) => path.replace(/^\/v\d+(?=\/)/, '')],
  ['path-trailing-slash', (path) => withQuery(`${bareOf(path)}/${path.slice(bareOf(path).length)}`, (query) => query)],
];

/** These hold between many paths that have nothing to do with each other. */
const VAGUE: ReadonlySet<SlipId> = new Set<SlipId>([
  'path-mismatch',
  'path-other-segment',
  'path-other-account',
  'path-query-other-value',
  'path-segment-missing',
  'path-query-unsent',
  'path-query-missing',
  'path-end-added',
  'path-end-missing',
  'path-cut',
  'path-latin-1',
]);

const isVague = (cause: SlipId): boolean => VAGUE.has(cause);

export function twoPathCauses(
  signed: string,
  sent: string,
  method: string,
): { readonly cause: SlipId; readonly also?: SlipId } | undefined {
  const url = /^\w+:\/\/?[^/?#]*(.*)$/s.exec(signed.includes(':/') ? signed : decodeOnce(signed));
  if (url !== null) {
    const behindHost = url[1] ?? '';
    const isPlain = behindHost === sent || behindHost === '' || behindHost === '/';
    const also = signed.includes(':/') ? pathCause(behindHost, sent, method) : 'path-encoded';
    return { cause: 'path-full-url', ...(isPlain && also !== 'path-encoded' ? {} : { also }) };
  }
  for (const [also, change] of FIRST) {
    const half = change(sent);
    if (half === sent) continue;
    if (half === signed) return { cause: also };
    const cause = pathCause(signed, half, method);
    if (!isVague(cause)) return { cause, also };
  }
  return undefined;
}
