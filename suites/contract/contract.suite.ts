// The OpenAPI document of the target, where its profile names one: scheme names, headers as schemes, code extensions, calls
// (interface 2.4, 4, 4.1, 4.5, 5, 5.1, 7.2). The layout of an extension is left open, so codes are looked for anywhere in it; codes
// that the interface does not show (those of 404, 500 and key conflicts) may be declared besides.
import { AUTH_CODES, PLACE_ORDER_FINAL, PLACE_ORDER_SYNCHRONOUS_NAMES } from '../../toolkit/payload/error-codes.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import { CODE_EXTENSIONS, SECURITY_SCHEMES } from '../../toolkit/payload/vocabulary.js';
import { STATED_PATHS, type StatedPath } from '../../toolkit/profile/dialect/stated-paths.js';
import { HEADER, SCHEME_HEADERS } from '../../toolkit/signing/headers.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { codesIn, type OpenapiDocument, type OpenapiOperation } from '../runner/openapi.js';
import { scenario } from '../runner/registry.js';

const DOCUMENT: Needs = { accounts: 0, readOnly: true, facts: ['openapi'] };
const { placeOrder: PLACEMENT, eventsStream: EVENTS } = STATED_PATHS;

interface Call extends StatedPath {
  readonly slug: string;
  readonly needs?: Needs;
  /** A handshake of a stream, which a description of HTTP calls may leave to another document. */
  readonly isStream?: true;
}

const CALLS: readonly Call[] = [
  { slug: 'place-order', ...PLACEMENT },
  {
    slug: 'open-position',
    ...STATED_PATHS.openPosition,
    needs: { claims: ['positions'] },
  },
  { slug: 'operation-status', ...STATED_PATHS.operationStatus },
  { slug: 'account', ...STATED_PATHS.account },
  { slug: 'instruments', ...STATED_PATHS.instruments },
  { slug: 'conditions', ...STATED_PATHS.conditions },
  { slug: 'limits', ...STATED_PATHS.limits },
  { slug: 'events-handshake', ...EVENTS, isStream: true },
  {
    slug: 'ticks-handshake',
    ...STATED_PATHS.ticksStream,
    isStream: true,
    needs: { claims: ['ticks'] },
  },
];

function operationOf(t: CheckContext, document: OpenapiDocument, { method, path }: StatedPath): OpenapiOperation {
  const found = document.operation(method, path);
  return (
    found ??
    t.inconclusive(`the description has no ${method} ${path}, which is judged by contract.paths-listed`, [
      document.record,
    ])
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
        evidence: [document.record],
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
      const evidence = [document.record];
      t.expect.that(scheme !== undefined, { expected: `a security scheme ${name}`, actual: 'none', evidence });
      const named = String(memberOf(scheme, 'name'));
      t.expect.that(named.toLowerCase() === header.toLowerCase(), {
        expected: `name ${header}`,
        actual: `name ${named}`,
        evidence,
      });
      const [type, place] = [String(memberOf(scheme, 'type')), String(memberOf(scheme, 'in'))];
      t.expect.that(
        type === 'apiKey' && place === 'header',
        { expected: 'type apiKey in header', actual: `type ${type} in ${place}`, evidence },
        { requirement: 'contract.schemes-in-headers' },
      );
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
      if (scheme === undefined) t.inconclusive(`no scheme ${name}, which is judged by itself`, [document.record]);
      const [type, place] = [String(memberOf(scheme, 'type')), String(memberOf(scheme, 'in'))];
      t.expect.that(type === 'apiKey' && place === 'header', {
        expected: `${name} of type apiKey in header`,
        actual: `type ${type} in ${place}`,
        evidence: [document.record],
      });
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
    t.expect.that(wrong.length === 0, {
      expected: 'no such parameter',
      actual: wrong.join(', '),
      evidence: [document.record],
    });
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
      const document = await t.openapi();
      const { members } = operationOf(t, document, call);
      t.expect.that(codesIn(members[CODE_EXTENSIONS.synchronous]).size > 0, {
        expected: `codes under ${CODE_EXTENSIONS.synchronous}`,
        actual: 'no such extension, or no code in it',
        evidence: [document.record],
      });
    },
  });
}

scenario({
  id: 'contract.async-codes-extension/place-order',
  title: `lists final codes of the placement under ${CODE_EXTENSIONS.final}`,
  needs: DOCUMENT,
  async run(t) {
    const document = await t.openapi();
    const { members } = operationOf(t, document, PLACEMENT);
    t.expect.that(codesIn(members[CODE_EXTENSIONS.final]).size > 0, {
      expected: `codes under ${CODE_EXTENSIONS.final}`,
      actual: 'no such extension, or no code in it',
      evidence: [document.record],
    });
  },
});

/** The number of an authentication error may stand for its name. */
const NUMBERS: ReadonlyMap<string, string> = new Map(
  Object.entries(AUTH_CODES).map(([number, name]) => [name, number]),
);

for (const { requirement, extension, words, own, other } of [
  {
    requirement: 'contract.sync-codes-of-placement',
    extension: CODE_EXTENSIONS.synchronous,
    words: 'synchronous',
    own: PLACE_ORDER_SYNCHRONOUS_NAMES,
    other: PLACE_ORDER_FINAL,
  },
  {
    requirement: 'contract.async-codes-of-placement',
    extension: CODE_EXTENSIONS.final,
    words: 'final',
    own: PLACE_ORDER_FINAL,
    other: PLACE_ORDER_SYNCHRONOUS_NAMES,
  },
] as const) {
  scenario({
    id: `${requirement}/complete`,
    title: `declares every ${words} code of the placement, and none that belongs to the other phase alone`,
    needs: DOCUMENT,
    async run(t) {
      const document = await t.openapi();
      const declared = codesIn(operationOf(t, document, PLACEMENT).members[extension]);
      const has = (name: string): boolean => declared.has(name) || declared.has(NUMBERS.get(name) ?? name);
      const missing = own.filter((name) => !has(name));
      t.expect.that(missing.length === 0, {
        expected: `all ${own.length} ${words} codes of the interface`,
        actual: `without ${missing.join(', ')}`,
        evidence: [document.record],
      });
      const strange = other.filter((name) => !own.some((one) => one === name) && has(name));
      t.expect.that(strange.length === 0, {
        expected: 'no code of the other phase alone',
        actual: strange.join(', '),
        evidence: [document.record],
      });
    },
  });
}

scenario({
  id: 'contract.condition-object-name/schema',
  title: 'names the condition object InstrumentConditionResponse',
  needs: DOCUMENT,
  async run(t) {
    const document = await t.openapi();
    t.expect.that(document.schemaNames.includes('InstrumentConditionResponse'), {
      expected: 'a schema InstrumentConditionResponse',
      actual: document.schemaNames.join(', ') || 'no schemas',
      evidence: [document.record],
    });
  },
});

scenario({
  id: 'contract.subscription-post-modelled/events-path',
  title: 'models the subscription command as a POST on the path of the events stream',
  needs: DOCUMENT,
  async run(t) {
    const document = await t.openapi();
    t.expect.that(document.operation('POST', EVENTS.path) !== undefined, {
      expected: `POST ${EVENTS.path}`,
      actual: 'no such operation',
      evidence: [document.record],
    });
  },
});
