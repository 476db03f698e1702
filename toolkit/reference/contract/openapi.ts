// The OpenAPI 3.1 document of the service, made from the routes that it serves, the schemas and the error
// tables. Authentication headers are security schemes, not parameters (interface 5); codes stand in the extensions of 7.2.

import { STATUS_CODES } from 'node:http';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { CODE_EXTENSIONS, SECURITY_SCHEMES } from '../../payload/vocabulary.js';
import { HEADER, SCHEME_HEADERS } from '../../signing/headers.js';
import type { SpeechRoute } from '../speech/speech.js';
import type { ExampleSet, OperationExample } from './examples/example-set.js';
import { OPERATION_TEXTS, type OperationText } from './operation-table.js';
import { ref, statedSchemas } from './stated-schemas.js';

export const CONTRACT_INFO = {
  title: 'Trading Service Interface, reference service',
  version: '1',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
} as const;

/** Names of path segments on the wire of a document. */
const SEGMENTS: Readonly<Record<string, string>> = {
  accountId: 'account_id',
  operationId: 'operation_id',
  instrument: 'instrument',
  positionId: 'position_id',
  orderId: 'order_id',
};

/** What of the document is the dialect's. */
export interface SpokenContract {
  readonly routes: readonly SpeechRoute[];
  /** Components; the stated ones are always there. */
  readonly schemas: JsonObject;
  /** Names of query parameters, where they differ from those of the table of operations. */
  readonly filters: Readonly<Record<string, string>>;
  readonly examples: ExampleSet;
}

export function openapiDocument(contract: SpokenContract, serverUrl?: string): JsonObject {
  const { routes, schemas } = contract;
  const paths: Record<string, Record<string, JsonValue>> = {};
  for (const route of routes) {
    const path = documentPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, contract) };
    if (route.operation === 'eventsStream') paths[path] = { ...paths[path], post: commandOperation(route, contract) };
  }
  return {
    openapi: '3.1.0',
    info: { ...CONTRACT_INFO, description: 'Every request is signed; see the security schemes.' },
    servers: [serverUrl === undefined ? { url: '/' } : { url: serverUrl }],
    security: [signed()],
    paths,
    components: {
      securitySchemes: securitySchemes(),
      schemas: { ...statedSchemas(), ...schemas },
    },
  };
}

export function securitySchemes(): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    SECURITY_SCHEMES.map((name) => [
      name,
      { type: 'apiKey', in: 'header', name: HEADER[SCHEME_HEADERS[name]], description: 'Interface 5.1.' },
    ]),
  );
}

export function documentPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, (_whole, name: string) => `{${SEGMENTS[name] ?? name}}`);
}

function operationOf(route: SpeechRoute, { filters, examples }: SpokenContract): JsonObject {
  const example = examples.operations[route.operation];
  const text = OPERATION_TEXTS[route.operation];
  return {
    operationId: route.operation,
    summary: text.summary,
    description: `Interface ${text.section}.`,
    parameters: parametersOf(route, text, filters, example),
    ...(text.request === undefined || route.bodiless === true
      ? {}
      : { requestBody: { required: true, content: jsonOf(ref(text.request), example.request) } }),
    responses: responsesOf(text, example),
    [CODE_EXTENSIONS.synchronous]: [...text.synchronousCodes],
    ...(text.finalCodes === undefined ? {} : { [CODE_EXTENSIONS.final]: [...text.finalCodes] }),
  };
}

/** Interface 4.5, rule 2: a POST with the path of the stream models the command that is sent over the open connection. */
function commandOperation(route: SpeechRoute, { examples }: SpokenContract): JsonObject {
  const example = (name: string): JsonValue | undefined => examples.messages[name]?.[0]?.payload;
  return {
    operationId: 'eventsStreamCommand',
    summary: 'Models the subscription command that is sent over the open connection; no HTTP call',
    description: 'Interface 4.5, rule 2. The answer is a message of the stream.',
    parameters: parametersOf(route, OPERATION_TEXTS.eventsStream, {}, examples.operations.eventsStream),
    requestBody: { required: true, content: jsonOf(ref('Command'), example('command')) },
    responses: {
      '200': {
        description: 'The message that accepts or refuses the command.',
        content: jsonOf({ oneOf: [ref('CommandAccepted'), ref('CommandRefused')] }, example('commandAccepted')),
      },
    },
  };
}

function parametersOf(
  route: SpeechRoute,
  text: OperationText,
  filters: SpokenContract['filters'],
  { path }: OperationExample,
): JsonValue[] {
  const [sent = ''] = path.split('?');
  const places = route.path.split('/');
  const segments = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name: SEGMENTS[name] ?? name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: decodeURIComponent(sent.split('/')[places.indexOf(`:${name}`)] ?? ''),
  }));
  const query = (text.query ?? []).map((name) => ({
    name: filters[name] ?? name,
    in: 'query',
    required: false,
    schema:
      name === 'limit'
        ? { type: 'integer', minimum: 1 }
        : name === 'from' || name === 'to'
          ? ref('DateTime')
          : { type: 'string' },
  }));
  return [...segments, ...query];
}

/** JSON content, with what stood there in real traffic. */
function jsonOf(schema: JsonObject, example: JsonValue | undefined): JsonObject {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

function responsesOf({ answer, success, refusals }: OperationText, example: OperationExample): JsonObject {
  const accepted =
    answer === undefined
      ? { description: STATUS_CODES[success] ?? '' }
      : { description: STATUS_CODES[success] ?? '', content: jsonOf(ref(answer), example.answer) };
  return {
    [success]: accepted,
    ...Object.fromEntries(
      refusals.map((status) => [
        status,
        {
          description: STATUS_CODES[status] ?? '',
          content: jsonOf(ref('Error'), status === example.refusal.status ? example.refusal.body : undefined),
        },
      ]),
    ),
  };
}

function signed(): JsonObject {
  return Object.fromEntries(SECURITY_SCHEMES.map((name) => [name, []]));
}
