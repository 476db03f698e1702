// The contract documents by the unsigned path under which a running service serves them.
import type { WireRules } from '../rules/telling/wire.js';
import { CONTRARY_ROUTES } from '../speech/contrary-speech.js';
import { DEFAULT_ROUTES } from '../speech/default-speech.js';
import { asyncapiDocument } from './asyncapi.js';
import { CONTRARY_SCHEMAS } from './contrary-schemas.js';
import { ENTITY_SCHEMAS } from './entity-schemas.js';
import { type ExampleSet, exampleSet } from './examples/example-set.js';
import { openapiDocument } from './openapi.js';

export const OPENAPI_PATH = '/openapi.json';
export const ASYNCAPI_PATH = '/asyncapi.json';

/** Query parameters of histories that the contrary dialect calls otherwise. */
const CONTRARY_FILTERS = { from: 'since', to: 'until', instrument: 'symbol' };

/**
 * `baseUrl` says where the service is by the time a document is asked for; without it the documents stand for any.
 * `amend` is the rules' last word on each.
 */
export function contractDocuments(
  dialect: 'default' | 'contrary',
  baseUrl: () => string | undefined = () => undefined,
  amend: WireRules['amendDocument'] = (document) => document,
): ReadonlyMap<string, () => string> {
  const routes = dialect === 'default' ? DEFAULT_ROUTES : CONTRARY_ROUTES;
  const schemas = dialect === 'default' ? ENTITY_SCHEMAS : CONTRARY_SCHEMAS;
  const filters = dialect === 'default' ? {} : CONTRARY_FILTERS;
  const examples = (): ExampleSet => exampleSet(dialect);
  return new Map([
    [
      OPENAPI_PATH,
      () =>
        JSON.stringify(
          amend(openapiDocument({ routes, schemas, filters, examples: examples() }, baseUrl()), 'openapi'),
          null,
          2,
        ),
    ],
    [
      ASYNCAPI_PATH,
      () =>
        JSON.stringify(
          amend(asyncapiDocument({ routes, schemas, examples: examples() }, hostOf(baseUrl())), 'asyncapi'),
          null,
          2,
        ),
    ],
  ]);
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).host;
}
