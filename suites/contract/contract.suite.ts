// The OpenAPI document of the target, where its profile names one: scheme names, headers as schemes, code extensions, calls
// (interface 2.4, 4, 4.1, 4.5, 5, 5.1, 7.2). The layout of an extension is left open, so codes are looked for anywhere in it; codes
// that the interface does not show (those of 404, 500 and key conflicts) may be declared besides.
import { AUTH_CODES, PLACE_ORDER_FINAL, PLACE_ORDER_SYNCHRONOUS_NAMES } from '../../toolkit/payload/error-codes.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import { CODE_EXTENSIONS, SECURITY_SCHEMES } from '../../toolkit/payload/vocabulary.js';
import { STATED_PATHS, type StatedPath } from '../../toolkit/profile/dialect/stated-paths.js';
import { HEADER, SCHEME_HEADERS } from '../../toolkit/signing/headers.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, ExpectOptions } from '../runner/context.js';
import { codesIn, type OpenapiDocument } from '../runner/openapi.js';
import { scenario } from '../runner/registry.js';

const DOCUMENT: Needs = { accounts: 0, readOnly: true, facts: ['openapi'] };

interface Call extends StatedPath {
  readonly slug: string;
  readonly needs?: Needs;
  /** A handshake of a stream, which a description of HTTP calls may leave to another document. */
  readonly isStream?: true;
}

const PLACEMENT: Call = { slug: 'place-order', ...STATED_PATHS.placeOrder };
const OPENING: Call = { slug: 'open-position', ...STATED_PATHS.openPosition, needs: { claims: ['positions'] } };
const EVENTS: Call = { slug: 'events-handshake', ...STATED_PATHS.eventsStream, isStream: true };
const TICKS: Call = { slug: 'ticks-handshake', ...STATED_PATHS.ticksStream, isStream: true };

const CALLS: readonly Call[] = [
  PLACEMENT,
  OPENING,
  { slug: 'operation-status', ...STATED_PATHS.operationStatus },
  { slug: 'account', ...STATED_PATHS.account },
  { slug: 'instruments', ...STATED_PATHS.instruments },
  { slug: 'conditions', ...STATED_PATHS.conditions },
  { slug: 'limits', ...STATED_PATHS.limits },
  EVENTS,
  { ...TICKS, needs: { claims: ['ticks'] } },
];

/** The codes that a call declares under an extension; undecided where the call is not described, which `contract.paths-listed` judges. */
function declaredCodes(
  t: CheckContext,
  document: OpenapiDocument,
  { method, path }: Call,
  extension: string,
): ReadonlySet<string> {
  const operation = document.operation(method, path);
  if (operation === undefined) {
    return t.inconclusive(`the description has no ${method} ${path}, which contract.paths-listed judges`, [document]);
  }
  return codesIn(operation.members[extension]);
}

/** Judges that the call declares codes under the extension at all. */
function expectCodes(t: CheckContext, document: OpenapiDocument, call: Call, extension: string): void {
  t.expect.that(declaredCodes(t, document, call, extension).size > 0, {
    expected: `codes under ${extension}`,
    actual: 'no such extension, or no code in it',
    evidence: [document],
  });
}

function expectKeyInHeader(
  t: CheckContext,
  { record }: OpenapiDocument,
  scheme: JsonValue | undefined,
  options?: ExpectOptions,
): void {
  const [type, place] = [String(memberOf(scheme, 'type')), String(memberOf(scheme, 'in'))];
  t.expect.that(
    type === 'apiKey' && place === 'header',
    { expected: 'type apiKey in header', actual: `type ${type} in ${place}`, evidence: [record] },
    options,
  );
}

for (const call of CALLS) {
  scenario({
    id: `contract.paths-listed/${call.slug}`,
    title: `describes ${call.method} ${call.path}`,
    ...(call.isStream && { level: 'should' as const }),
    needs: { ...DOCUMENT, ...call.needs },
    async run(t) {
      const document = await t.openapi();
      t.expect.that(document.operation(call.method, call.path) !== undefined, {
        expected: `${call.method} ${call.path}`,
        actual: document.operations.map(({ method, path }) => `${method} ${path}`).join(', ') || 'no operation at all',
        evidence: [document],
      });
    },
  });
}

for (const { requirement, name } of [
  { requirement: 'contract.scheme-api-key', name: 'SvcApiKeyAuth' },
  { requirement: 'contract.scheme-timestamp', name: 'SvcTimestampAuth' },
  { requirement: 'contract.scheme-data', name: 'SvcDataAuth' },
  { requirement: 'contract.scheme-signature', name: 'SvcSignatureAuth' },
  { requirement: 'contract.scheme-sign-version', name: 'SvcSignVersionAuth' },
  { requirement: 'contract.scheme-idempotency-key', name: 'SvcIdempotencyKeyAuth' },
] as const) {
  const header = HEADER[SCHEME_HEADERS[name]];
  scenario({
    id: `${requirement}/in-the-document`,
    title: `declares ${name}, an apiKey in the header ${header}`,
    requirements: ['contract.schemes-in-headers'],
    needs: DOCUMENT,
    async run(t) {
      const document = await t.openapi();
      const scheme = document.scheme(name);
      const evidence = [document];
      t.expect.that(scheme !== undefined, { expected: `a security scheme ${name}`, actual: 'none', evidence });
      const named = String(memberOf(scheme, 'name'));
      const isHeader = named.toLowerCase() === header.toLowerCase();
      t.expect.that(isHeader, { expected: `name ${header}`, actual: `name ${named}`, evidence });
      expectKeyInHeader(t, document, scheme, { requirement: 'contract.schemes-in-headers' });
    },
  });
}

scenario({
  id: 'contract.schemes-in-headers/all-six',
  title: 'declares each of the six security schemes as an apiKey in a header',
  needs: DOCUMENT,
  async run(t) {
    const document = await t.openapi();
    for (const name of SECURITY_SCHEMES) {
      const scheme = document.scheme(name);
      if (scheme === undefined) t.inconclusive(`no scheme ${name}, which is judged by itself`, [document]);
      expectKeyInHeader(t, document, scheme);
    }
  },
});

scenario({
  id: 'contract.headers-not-parameters/every-operation',
  title: 'declares none of the six authentication headers as a parameter of an operation',
  needs: DOCUMENT,
  async run(t) {
    const document = await t.openapi();
    const headers = new Set(Object.values(HEADER).map((name) => name.toLowerCase()));
    const wrong = document.operations.flatMap(({ method, path, parameters }) =>
      parameters
        .filter((one) => memberOf(one, 'in') === 'header' && headers.has(String(memberOf(one, 'name')).toLowerCase()))
        .map((one) => `${String(memberOf(one, 'name'))} of ${method} ${path}`),
    );
    t.expect.none(wrong, 'no such parameter', { evidence: [document] });
  },
});

for (const call of CALLS.filter(({ isStream }) => isStream !== true)) {
  scenario({
    id: `contract.sync-codes-extension/${call.slug}`,
    title: `lists synchronous codes of ${call.method} ${call.path} under ${CODE_EXTENSIONS.synchronous}`,
    // What binds is stated of operations in general, and shown for the placement alone.
    ...(call.slug !== 'place-order' && { level: 'should' as const }),
    needs: { ...DOCUMENT, ...call.needs },
    async run(t) {
      expectCodes(t, await t.openapi(), call, CODE_EXTENSIONS.synchronous);
    },
  });
}

scenario({
  id: 'contract.async-codes-extension/place-order',
  title: `lists final codes of the placement under ${CODE_EXTENSIONS.final}`,
  needs: DOCUMENT,
  async run(t) {
    expectCodes(t, await t.openapi(), PLACEMENT, CODE_EXTENSIONS.final);
  },
});

scenario({
  id: 'contract.async-codes-extension/open-position',
  title: `lists final codes of the opening under ${CODE_EXTENSIONS.final}`,
  // What binds is stated of operations in general, and shown for the placement alone.
  level: 'should',
  needs: { ...DOCUMENT, ...OPENING.needs },
  async run(t) {
    expectCodes(t, await t.openapi(), OPENING, CODE_EXTENSIONS.final);
  },
});

/** The number of an authentication error may stand for its name. */
const NUMBERS: ReadonlyMap<string, string> = new Map(
  Object.entries(AUTH_CODES).map(([number, name]) => [name, number]),
);

for (const { id, extension, words, own, other } of [
  {
    id: 'contract.sync-codes-of-placement/complete',
    extension: CODE_EXTENSIONS.synchronous,
    words: 'synchronous',
    own: PLACE_ORDER_SYNCHRONOUS_NAMES,
    other: PLACE_ORDER_FINAL,
  },
  {
    id: 'contract.async-codes-of-placement/complete',
    extension: CODE_EXTENSIONS.final,
    words: 'final',
    own: PLACE_ORDER_FINAL,
    other: PLACE_ORDER_SYNCHRONOUS_NAMES,
  },
] as const) {
  scenario({
    id,
    title: `declares every ${words} code of the placement, and none that belongs to the other phase alone`,
    needs: DOCUMENT,
    async run(t) {
      const document = await t.openapi();
      const declared = declaredCodes(t, document, PLACEMENT, extension);
      const has = (name: string): boolean => declared.has(name) || declared.has(NUMBERS.get(name) ?? name);
      const missing = own.filter((name) => !has(name));
      t.expect.none(missing, `all ${own.length} ${words} codes of the interface`, {
        actual: `without ${missing.join(', ')}`,
        evidence: [document],
      });
      const strange = other.filter((name) => !own.some((one) => one === name) && has(name));
      t.expect.none(strange, 'no code of the other phase alone', { evidence: [document] });
    },
  });
}

scenario({
  id: 'contract.condition-object-name/schema',
  title: 'names the condition object InstrumentConditionResponse',
  needs: DOCUMENT,
  async run(t) {
    const document = await t.openapi();
    if (document.schemaNames.length === 0) t.inconclusive('the document names no schema at all', [document]);
    t.expect.that(document.schemaNames.includes('InstrumentConditionResponse'), {
      expected: 'a schema InstrumentConditionResponse',
      actual: document.schemaNames.join(', '),
      evidence: [document],
    });
  },
});

scenario({
  id: 'contract.subscription-post-modelled/events-path',
  title: 'models the subscription command as a POST on the path of the events stream',
  needs: DOCUMENT,
  async run(t) {
    const document = await t.openapi();
    const isModelled = document.operation('POST', EVENTS.path) !== undefined;
    const expected = `POST ${EVENTS.path}`;
    t.expect.that(isModelled, { expected, actual: 'no such operation', evidence: [document] });
  },
});
