// Requests backwards (interface 4): from method, target and body to the request that they are. Path and method decide; where several
// requests share them, so do constants and members of query and body; where that does not either, nobody knows.
import { within } from '../../loading/file-defect.js';
import { type Dialect, isHandshake, REQUEST_NAMES, type ReadRequest, type RequestName } from '../dialect.js';
import type { DialectSpec, RequestForm } from '../spec.js';
import type { Rendered } from '../writing/json.js';
import { type BasePaths, REQUEST_KNOWN, REQUEST_PLACEHOLDERS } from '../writing/requests.js';
import { compileHolds, type Holds } from './conditions.js';
import { readWithDigits } from './digits.js';
import { Found } from './found.js';
import { mentioned } from './mentioned.js';
import type { Spoken } from './placeholder.js';
import { readTarget, type SentTarget, targetReader } from './target.js';
import { compileUnfill } from './unfill.js';

/** What one form of a request makes of a message; undefined when it cannot be of this form. */
type FormReader = (method: string, target: SentTarget, body: SentBody) => Reading | undefined;

interface SentBody {
  readonly isEmpty: boolean;
  /** Undefined where there is none, or no JSON. */
  readonly json: Rendered;
}

interface Reading {
  readonly request: RequestName;
  readonly found: Found;
  /** Constants of the path, before anything else. */
  readonly constants: number;
}

export function compileReadRequest(
  spec: Pick<DialectSpec, 'requests' | 'words'>,
  basePaths: BasePaths,
): Dialect['readRequest'] {
  const spoken: Spoken = { side: spec.words.side, type: spec.words.orderType };
  const requests = REQUEST_NAMES.flatMap((name) => {
    const form = spec.requests[name];
    if (form === undefined) return [];
    const readers = within(`/requests/${name}`, () => formsOf(name, form, spoken));
    return [{ basePath: isHandshake(name) ? basePaths.stream : basePaths.http, readers }];
  });
  return (method, target, body) => {
    const sent = { isEmpty: body.length === 0, json: readWithDigits(body) };
    const targets = new Map([basePaths.http, basePaths.stream].map((path) => [path, readTarget(target, path)]));
    const readings = requests.flatMap(({ basePath, readers }) => {
      const own = targets.get(basePath);
      if (own === undefined) return [];
      const ways = readers.flatMap((read) => read(method, own, sent) ?? []);
      const [first] = ways;
      // Of one request the first form counts among those that fit alike, as it does when it is written.
      return first === undefined ? [] : [ways.reduce((best, way) => (closer(way, best) > 0 ? way : best), first)];
    });
    const best = readings.filter((one) => readings.every((other) => closer(one, other) >= 0));
    const [only] = best;
    return only === undefined || best.length > 1 ? undefined : inWords(only);
  };
}

function closer(one: Reading, other: Reading): number {
  return one.constants - other.constants || one.found.rank - other.found.rank;
}

/** Variants before the main form, in their order. */
function formsOf(name: RequestName, form: RequestForm, spoken: Spoken): readonly FormReader[] {
  const { variants = [], ...base } = form;
  return [
    ...variants.map(({ when, ...change }) => {
      const whole = { ...base, ...change };
      return formReader(name, whole, spoken, compileHolds(when, mentioned([whole.path, whole.query, whole.body])));
    }),
    formReader(name, base, spoken, () => true),
  ];
}

function formReader(
  request: RequestName,
  form: Omit<RequestForm, 'variants'>,
  spoken: Spoken,
  holds: Holds,
): FormReader {
  const target = targetReader(form, REQUEST_KNOWN, spoken);
  const body = form.body === undefined ? undefined : compileUnfill(form.body, REQUEST_KNOWN, spoken);
  return (method, sent, { isEmpty, json }) => {
    const found = new Found();
    if (method !== form.method || !target.read(sent, found)) return undefined;
    if (body !== undefined) body(json, found);
    else if (!isEmpty) found.unread += 1;
    return holds(found) ? { request, found, constants: target.constants } : undefined;
  };
}

function inWords({ request, found }: Reading): ReadRequest {
  const params = [...found.values].flatMap(([placeholder, value]) => {
    const name = REQUEST_PLACEHOLDERS[placeholder];
    return name === undefined || name === 'accountId' ? [] : [[name, value] as const];
  });
  const account = found.values.get('account_id');
  return {
    request,
    accountId: account === undefined ? undefined : String(account),
    params: Object.fromEntries(params),
  };
}
