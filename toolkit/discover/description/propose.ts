// From the descriptions of a target to proposals for its profile.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isMutating, type RequestName, UNSTATED_REQUESTS } from '../../profile/dialect/dialect.js';
import type { Vocabulary } from '../../profile/dialect/vocabularies.js';
import type { BodyName, Material } from '../binding/material.js';
import { proposeReading } from '../binding/propose-reading.js';
import { matchMembers } from '../meaning/match-members.js';
import { SENSES } from '../meaning/synonyms.js';
import { meaningsOf } from '../meaning/words.js';
import type { Findings, Proposal } from '../proposals/proposal.js';
import type { Shape } from '../shape/shape.js';
import type { Description } from './document.js';
import { type DescribedMessages, readAsyncapi, readMessageComponents } from './messages.js';
import { type DescribedOperation, readOperations } from './operations.js';
import { type FoundRequests, findRequests } from './requests.js';
import { bodyTemplate, commandTemplates, pathTemplate, queryTemplate, ticksTemplate } from './templates.js';

const PLACEHOLDERS: Readonly<Partial<Record<RequestName, readonly string[]>>> = {
  placeOrder: ['type', 'instrument', 'side', 'volume', 'price', 'stop_loss_price', 'take_profit_price', 'position_id'],
  openPosition: ['instrument', 'side', 'volume', 'stop_loss_price', 'take_profit_price'],
  closePosition: ['position_id', 'volume'],
  cancelOrder: ['order_id'],
};

/** Requests whose answer is a body of the dialect. */
const ANSWERS: Readonly<Partial<Record<RequestName, BodyName>>> = {
  placeOrder: 'ack',
  operationStatus: 'operation',
  account: 'account',
  instruments: 'instruments',
  conditions: 'conditions',
  limits: 'limits',
  snapshot: 'snapshot',
  orderHistory: 'orderHistory',
  dealHistory: 'dealHistory',
};

/** Throws `DescriptionDefect` for documents of another kind. */
export function proposeFromDescriptions(openapi: Description, asyncapi: Description | undefined): Findings {
  const operations = readOperations(openapi);
  const found = findRequests(operations);
  const messages = asyncapi === undefined ? readMessageComponents(openapi) : readAsyncapi(asyncapi);
  const command = operations.find(({ method, path }) => method === 'POST' && /\/ws\/events\/?$/.test(path))?.body;
  const requests = proposeRequests(found);
  const commands = proposeCommands(messages, command);
  const reading = proposeReading(materialOf(found, messages));
  return {
    proposals: [...requests.proposals, ...commands.proposals, ...reading.proposals],
    confirmed: [],
    remarks: [
      ...openapi.remarks,
      ...(asyncapi?.remarks ?? []),
      ...requests.remarks,
      ...commands.remarks,
      ...reading.remarks,
    ],
  };
}

function materialOf({ requests }: FoundRequests, messages: DescribedMessages): Material {
  const bodies = new Map<BodyName, Shape>();
  for (const [name, { answer, error }] of requests) {
    const body = ANSWERS[name];
    if (body !== undefined && answer !== undefined) bodies.set(body, answer);
    if (error !== undefined && !bodies.has('error')) bodies.set('error', error);
  }
  return { bodies, messages: messages.sent, known: {}, instruments: [] };
}

interface Proposed {
  readonly proposals: readonly Proposal[];
  readonly remarks: readonly string[];
}

function proposeRequests({ requests, prefix, unused }: FoundRequests): Proposed {
  const proposals: Proposal[] = [];
  const remarks = unused.map(({ method, path }) => `no request of the dialect: ${method} ${path}`);
  if (prefix !== '') remarks.push(`the paths begin with ${prefix}: make it part of baseUrl`);
  const unstated: readonly string[] = UNSTATED_REQUESTS;
  for (const [name, operation] of requests) {
    const put = (member: string, value: JsonValue): void => {
      proposals.push({
        place: ['dialect', 'requests', name, member],
        value,
        reason: operation.pointer,
        confidence: 'likely',
      });
    };
    if (unstated.includes(name)) {
      const path = pathTemplate(operation.path, prefix);
      if (path === undefined) {
        remarks.push(
          `${operation.method} ${operation.path} looks like ${name}, but a parameter of its path was not understood`,
        );
        continue;
      }
      put('path', path);
      put('method', operation.method);
      const query = queryTemplate(operation);
      if (Object.keys(query).length > 0) put('query', query);
    }
    if (!isMutating(name)) continue;
    const placeholders = PLACEHOLDERS[name] ?? [];
    if (operation.body === undefined) {
      if (unstated.includes(name)) put('body', null);
      continue;
    }
    const { template, remarks: told } = bodyTemplate(operation.body, placeholders);
    put('body', template);
    remarks.push(...told);
    proposals.push(...wordsOf(operation));
  }
  return { proposals, remarks };
}

/** Words that a request takes. */
function wordsOf({ body }: DescribedOperation): readonly Proposal[] {
  if (body === undefined) return [];
  const senses = SENSES['request'] ?? {};
  return [...matchMembers(body, senses)].flatMap(([member, { shape }]) => {
    const vocabulary: Vocabulary | undefined = senses[member]?.words;
    const found = vocabulary === undefined || !shape.isClosed ? undefined : meaningsOf(vocabulary, shape.words);
    if (vocabulary === undefined || found === undefined) return [];
    return Object.entries(found.words).map(
      ([word, value]): Proposal => ({
        place: ['dialect', 'words', vocabulary, word],
        value,
        reason: shape.from,
        confidence: found.leftOver.includes(word) ? 'guess' : 'likely',
      }),
    );
  });
}

function proposeCommands({ taken }: DescribedMessages, modelled: Shape | undefined): Proposed {
  const events = taken.filter(({ stream }) => stream !== 'ticks').map(({ shape }) => shape);
  const { subscribe, unsubscribe, remarks } = commandTemplates([
    ...events,
    ...(modelled === undefined ? [] : [modelled]),
  ]);
  const from = events[0]?.from ?? modelled?.from ?? '';
  const ticks = taken.find(({ stream }) => stream === 'ticks');
  const commands: JsonObject = {
    ...(subscribe !== undefined && { subscribe }),
    ...(unsubscribe !== undefined && { unsubscribe }),
    ...(ticks !== undefined && { ticks: ticksTemplate(ticks.shape).template }),
  };
  const proposals = Object.entries(commands).map(
    ([name, value]): Proposal => ({
      place: ['dialect', 'commands', name],
      value,
      reason: name === 'ticks' ? (ticks?.shape.from ?? '') : from,
      confidence: 'likely',
    }),
  );
  return { proposals, remarks };
}
