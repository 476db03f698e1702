// Faults of a signed method, path or body hash of which a part alone is compared, or which is compared for some alone (interface 5.2).
import { alsoWhere, amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const pathMatches = violating('5.2', ['auth.path-matches']);

function behindVersion(path: string): string {
  return path.split('/').slice(2).join('/');
}

export const partComparisonFaults: readonly Fault[] = [
  violating('5.2', ['auth.body-hash-matches', 'auth.body-bytes-protected'])('body-hash-unchecked-for-long-bodies', {
    summary: 'The signed hash of a body of more than 1024 bytes is not compared.',
    change: sharing(
      () => ({ isLong: false }),
      (latest) => ({
        bodyHashOf: amended((hash, body) => {
          latest.isLong = body.length > 1024;
          return hash;
        }),
        acceptsBodyHash: alsoWhere(() => latest.isLong),
      }),
    ),
  }),
  violating('5.2', ['auth.method-matches'])('method-head-signed-for-get', {
    summary: 'A GET may be signed as HEAD.',
    acceptsMethod: alsoWhere((signed, method) => method === 'GET' && signed === 'HEAD'),
  }),
  pathMatches('path-compared-by-its-beginning', {
    summary: 'The signed path may be any beginning of the path that is sent.',
    acceptsPath: alsoWhere(
      (signed, target) => typeof signed === 'string' && signed.length > 1 && target.startsWith(signed),
    ),
  }),
  pathMatches('path-version-unsigned', {
    summary: 'The version at the beginning of the signed path is not compared.',
    acceptsPath: alsoWhere(
      (signed, target) => typeof signed === 'string' && behindVersion(signed) === behindVersion(target),
    ),
  }),
];
