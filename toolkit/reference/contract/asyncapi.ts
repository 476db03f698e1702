// The AsyncAPI 3.0 document of both streams (interface 4.5, 4.6, 6): channels, messages, commands.

import type { JsonObject, JsonValue } from '../../payload/json.js';
import { SECURITY_SCHEMES } from '../../payload/vocabulary.js';
import type { SpeechRoute } from '../speech/speech.js';
import { CONTRACT_INFO, documentPath, type SpokenContract, securitySchemes } from './openapi.js';
import { statedSchemas } from './stated-schemas.js';

/** Messages by the name under which a document lists them, with the component of their payload. */
const MESSAGES: Readonly<Record<string, { readonly schema: string; readonly summary: string }>> = {
  command: { schema: 'Command', summary: 'Subscribes or unsubscribes (4.5, rule 4)' },
  commandAccepted: { schema: 'CommandAccepted', summary: 'A command took effect' },
  commandRefused: {
    schema: 'CommandRefused',
    summary: 'A command was refused as a whole; subscriptions are as before',
  },
  tradingStateSnapshot: { schema: 'TradingStateSnapshot', summary: 'Open orders, positions and account state (6)' },
  transactionEvent: { schema: 'TransactionEvent', summary: 'The result of an operation or a platform event (6.1)' },
  accountStateEvent: { schema: 'AccountStateEvent', summary: 'Balance, equity and used margin every 2 seconds (6)' },
  instrumentEvent: { schema: 'InstrumentEvent', summary: 'An instrument was created, updated or deleted (6.3)' },
  hmrSnapshot: { schema: 'HmrSnapshot', summary: 'All active and scheduled HMR periods (6.2)' },
  hmrUpdate: { schema: 'HmrUpdate', summary: 'Changes of HMR periods (6.2)' },
  tick: { schema: 'Tick', summary: 'A price as JSON numbers (4.6)' },
};

const TICK_MESSAGES = ['tick'];
const EVENT_MESSAGES = Object.keys(MESSAGES).filter((name) => name !== 'command' && name !== 'tick');

/** `schemas` are the components of the dialect; the stated ones are always there. */
export function asyncapiDocument(
  { routes, schemas, examples }: Pick<SpokenContract, 'routes' | 'schemas' | 'examples'>,
  host = 'localhost',
): JsonObject {
  return {
    asyncapi: '3.0.0',
    info: {
      title: CONTRACT_INFO.title,
      version: CONTRACT_INFO.version,
      license: { name: CONTRACT_INFO.license.name, url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      description:
        'The WebSocket streams. The handshake is a signed GET (interface 4.5, rule 1); commands are not signed.',
    },
    defaultContentType: 'application/json',
    servers: {
      sandbox: {
        host,
        protocol: 'ws',
        description: 'The reference service.',
        security: SECURITY_SCHEMES.map((name) => ({ $ref: `#/components/securitySchemes/${name}` })),
      },
    },
    channels: {
      events: channel(routes, 'eventsStream', 'Server events stream (4.5)', ['command', ...EVENT_MESSAGES]),
      ticks: channel(routes, 'ticksStream', 'Live ticks stream (4.6)', TICK_MESSAGES),
    },
    operations: {
      receiveCommand: operation('receive', 'events', ['command'], 'Takes subscription commands'),
      sendEvents: operation('send', 'events', EVENT_MESSAGES, 'Delivers the events of active subscriptions (6)'),
      sendTicks: operation('send', 'ticks', TICK_MESSAGES, 'Delivers live prices'),
    },
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes()).map(([name, scheme]) => [name, { ...scheme, type: 'httpApiKey' }]),
      ),
      messages: Object.fromEntries(
        Object.entries(MESSAGES).map(([name, { schema, summary }]) => [
          name,
          {
            name,
            title: schema,
            summary,
            payload: { $ref: `#/components/schemas/${schema}` },
            examples: (examples.messages[name] ?? []).map((example) => ({ ...example })),
          },
        ]),
      ),
      schemas: { ...statedSchemas(), ...schemas },
    },
  };
}

function channel(
  routes: readonly SpeechRoute[],
  name: SpeechRoute['operation'],
  title: string,
  messages: readonly string[],
): JsonObject {
  const path = routes.find(({ operation: routed }) => routed === name)?.path ?? '';
  return {
    address: documentPath(path),
    title,
    parameters: { account_id: { description: 'The account.' } },
    messages: Object.fromEntries(messages.map((message) => [message, { $ref: `#/components/messages/${message}` }])),
    bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
  };
}

function operation(
  action: 'send' | 'receive',
  onChannel: string,
  messages: readonly string[],
  summary: string,
): JsonValue {
  return {
    action,
    summary,
    channel: { $ref: `#/channels/${onChannel}` },
    messages: messages.map((message) => ({ $ref: `#/channels/${onChannel}/messages/${message}` })),
  };
}
