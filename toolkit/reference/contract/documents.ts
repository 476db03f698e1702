// The contract documents by the unsigned path under which a running service serves them.
import { mapValues } from '../../base/map-values.js';
import type { WireRules } from '../rules/telling/wire.js';
import { CONTRARY_ROUTES } from '../speech/contrary-speech.js';
import { DEFAULT_ROUTES } from '../speech/default-speech.js';
import type { SpeechRoute } from '../speech/speech.js';
import { asyncapiDocument } from './asyncapi.js';
import { CONTRARY_SCHEMAS } from './contrary-schemas.js';
import { ENTITY_SCHEMAS } from './entity-schemas.js';
import { type ExampleSet, exampleSet } from './examples/example-set.js';
import { openapiDocument, type SpokenContract } from './openapi.js';
import { OPERATION_TEXTS } from './operation-table.js';

export const OPENAPI_PATH = '/openapi.json';
export const ASYNCAPI_PATH = '/asyncapi.json';

/** Query parameters of histories that the contrary dialect calls otherwise. */
const CONTRARY_FILTERS = { from: 'since', to: 'until', instrument: 'symbol' };

/**
 * Of a dialect by name, or of one that only its routes are known of. `baseUrl` says where the service is by the time a
 * document is asked for; without it the documents stand for any. `amend` is the rules' last word on each.
 */
export function contractDocuments(
  dialect: 'default' | 'contrary' | readonly SpeechRoute[],
  baseUrl: () => string | undefined = () => undefined,
  amend: WireRules['amendDocument'] = (document) => document,
): ReadonlyMap<string, () => string> {
  const contract = (): SpokenContract => (typeof dialect === 'string' ? CONTRACTS[dialect]() : contractOf(dialect));
  return new Map([
    [OPENAPI_PATH, () => JSON.stringify(amend(openapiDocument(contract(), baseUrl()), 'openapi'), null, 2)],
    [ASYNCAPI_PATH, () => JSON.stringify(amend(asyncapiDocument(contract(), hostOf(baseUrl())), 'asyncapi'), null, 2)],
  ]);
}

const CONTRACTS: Readonly<Record<'default' | 'contrary', () => SpokenContract>> = {
  default: () => ({
    routes: DEFAULT_ROUTES,
    schemas: ENTITY_SCHEMAS,
    filters: {},
    examples: exampleSet('default'),
  }),
  contrary: () => ({
    routes: CONTRARY_ROUTES,
    schemas: CONTRARY_SCHEMAS,
    filters: CONTRARY_FILTERS,
    examples: exampleSet('contrary'),
  }),
};

/** Says of every body no more than that it is one. */
function contractOf(routes: readonly SpeechRoute[]): SpokenContract {
  return {
    routes: routes.filter((route) => routes.find(({ operation }) => operation === route.operation) === route),
    schemas: mapValues(ENTITY_SCHEMAS, () => ({})),
    filters: {},
    examples: NO_EXAMPLES,
  };
}

const NO_EXAMPLES: ExampleSet = {
  operations: mapValues(OPERATION_TEXTS, () => ({ path: '', refusal: { status: 0, body: null } })),
  messages: {},
};

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).host;
}
