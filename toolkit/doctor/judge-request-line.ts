// Method and path of the payload against those of the request (interface 5.2; 5.3, rules 4 and 5): `toolkit/signing` tells that one
// differs, the searches of this folder tell how.
import type { SlipId } from '../signing/slips/slips.js';
import { broken, unknown } from '../signing/stage-result.js';
import { judgeMethod, judgePath } from '../signing/stages/judge-fields.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import type { Capture } from './capture/capture.js';
import type { Judged } from './judged.js';
import { withoutHtml } from './search/compare-targets.js';
import { compareTexts } from './search/difference.js';
import { pathCharset } from './search/path-charsets.js';
import { pathHow } from './search/path-how.js';
import { pathCause } from './search/search-path.js';
import { twoPathCauses } from './search/two-path-causes.js';

/** Interface 5.2 says nothing of a prefix that a base address may have. */
const BASE_PATH =
  'whether a path of the base address belongs to the signed path is left open by the interface: ask the operator';

const METHODS = 'GET POST PUT PATCH DELETE HEAD OPTIONS';

const NO_LINE = 'not judged: the capture shows no request line';

export function judgeSignedMethod(capture: Capture, fields: ReceivedFields): Judged {
  if (capture.lacksRequestLine === true) return { result: unknown('method'), note: NO_LINE };
  const result = judgeMethod(capture.method, fields);
  const signed = fields['method'];
  const isRequestLine =
    typeof signed === 'string' && METHODS.split(' ').some((method) => signed.startsWith(`${method} `));
  if (result.cause !== 'method-mismatch' || typeof signed !== 'string') return { result };
  if (signed.trim() === capture.method) return { result, how: 'the signed method has white space around it' };
  if (isRequestLine) return { result: broken('method-request-line', capture.method, signed) };
  if (fields['path'] === capture.method && /^(?:\/|https?:)/.test(signed)) {
    return { result: broken('method-path-exchanged', capture.method, signed) };
  }
  const words = signed.match(/[A-Za-z]+/g) ?? [];
  if (words.length > 1 && words.at(-1)?.toUpperCase() === capture.method) {
    return { result: broken('method-printed', capture.method, signed) };
  }
  const printed = /^[\w<]*(?:[.:]{1,2}|::)['"]?([A-Za-z]+)['"]?[>)]?$|^["'<[(]([A-Za-z]+)["'>\])]$/.exec(signed);
  const member = /^<\w+\.([A-Za-z]+): .*>$/.exec(signed)?.[1];
  const inner = (member ?? printed?.[1] ?? printed?.[2])?.toUpperCase();
  return { result: inner === capture.method ? broken('method-printed', capture.method, signed) : result };
}

/** Whether the shown path is the signed one but for what stands behind stars or the words of a filter. */
function isMaskOf(shown: string, signed: string): boolean {
  const parts = shown.split(/\*{3,}|\[(?:FILTERED|REDACTED)\]|<redacted>/i);
  if (parts.length < 2 || signed.includes('***')) return false;
  let at = 0;
  for (const part of parts) {
    const found = signed.indexOf(part, at);
    if (found === -1 || (part === parts[0] && found > 0)) return false;
    at = found + part.length;
  }
  return true;
}

const OLD_ESCAPES = 'the signed path has letters as escape() of JavaScript writes them, such as %u20AC';

export function judgeSignedPath(capture: Capture, fields: ReceivedFields): Judged {
  if (capture.lacksRequestLine === true) return { result: unknown('path'), note: NO_LINE };
  const result = judgePath(capture.path, fields);
  const signed = fields['path'];
  if (result.cause !== 'path-mismatch' || typeof signed !== 'string') return { result };
  if (isMaskOf(capture.path, signed)) {
    return { result: unknown('path'), note: 'not judged: a part of the path is masked in the capture' };
  }
  if (capture.lacksQuery === true && signed.startsWith(`${capture.path}?`)) {
    return { result: unknown('path'), note: 'not judged: the capture shows the query taken apart, not as it was sent' };
  }
  // No client sends entities where it signed what they stand for; pages and reports show requests so.
  if (signed !== capture.path && !/&(?:amp|lt|gt|quot|#\d+);/.test(signed) && withoutHtml(capture.path) === signed) {
    return { result: unknown('path'), note: 'not judged: the capture shows the path escaped for HTML' };
  }
  const single = pathCause(signed, capture.path, capture.method);
  const pair = needsPair(single) ? twoPathCauses(signed, capture.path, capture.method) : undefined;
  const inCharset = VAGUE_PATHS.has(single) && pair === undefined ? pathCharset(signed, capture.path) : undefined;
  const cause = inCharset?.cause ?? pair?.cause ?? single;
  const hasOldEscapes = /%u[0-9a-f]{4}/i.test(signed) && !/%u/i.test(capture.path);
  const isEncodedAgain = cause === 'path-decoded' && signed.replaceAll('%', '%25') === capture.path;
  const how =
    inCharset?.how ??
    (hasOldEscapes ? OLD_ESCAPES : HOW_PATHS.has(cause) || isEncodedAgain ? pathHow(signed, capture.path) : undefined);
  return {
    result: broken(cause, capture.path, signed),
    ...(pair?.also === undefined ? {} : { also: pair.also }),
    ...(how === undefined ? {} : { how }),
    compared: compareTexts('the path as sent, and as signed', capture.path, signed),
    ...(cause === 'path-prefix-missing' || cause === 'path-prefix-added' ? { note: BASE_PATH } : {}),
    ...(cause === 'path-prefix-missing' && isWhole(signed) && !isWhole(capture.path) ? { isOpen: true } : {}),
  };
}

/** Relations that say little of how one path became the other. */
const VAGUE_PATHS: ReadonlySet<SlipId> = new Set<SlipId>([
  'path-mismatch',
  'path-other-account',
  'path-other-segment',
  'path-query-other-value',
  'path-latin-1',
]);

/** Relations of several kinds. */
const HOW_PATHS: ReadonlySet<SlipId> = new Set<SlipId>(['path-respelled', 'path-printed']);

/** A whole URL may hold another mistake behind the host. */
const needsPair = (single: SlipId): boolean => ['path-mismatch', 'path-full-url'].includes(single);

/** A path of the interface, which all begin alike (9, rule 1); what stands before it is the path of the base address. */
const isWhole = (path: string): boolean => path.startsWith('/v1/');
