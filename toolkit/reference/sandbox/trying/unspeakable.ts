// Whether a service can speak a dialect, tried on samples before it starts: what it says must read back as what the default speech
// says, and what a client asks for must arrive. A dialect may read what cannot be written, such as two values at one place, or a
// kind of message that nothing tells.

import { messageOf } from '../../../base/message-of.js';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import { sameJson } from '../../../payload/same-json.js';
import { compileDialect } from '../../../profile/dialect/compile.js';
import {
  type Dialect,
  isMutating,
  type MutatingRequest,
  type RequestParams,
} from '../../../profile/dialect/dialect.js';
import { fillDialect } from '../../../profile/dialect/fill.js';
import type { DialectSpec } from '../../../profile/dialect/spec.js';
import { WORDS } from '../../../profile/dialect/vocabularies.js';
import { defaultBehaviour } from '../../behaviour.js';
import type { DomainEvent } from '../../domain.js';
import type { CommandAccepted } from '../../engine/engine.js';
import { type FoundRoute, routerOf } from '../../http/router.js';
import { honestRules } from '../../rules/rules.js';
import { spokenId } from '../../speech/contrary-ids.js';
import { createDefaultSpeech } from '../../speech/default-speech.js';
import { createDialectSpeech } from '../../speech/dialect/dialect-speech.js';
import type { Speech } from '../../speech/speech.js';
import { Values } from '../../speech/values.js';
import { BODY_SAMPLES, COMMAND_SAMPLES, EVENT_SAMPLES, REFUSAL_SAMPLE, REQUEST_SAMPLES } from './samples.js';

const ADDRESS = 'http://127.0.0.1';

interface Spoken {
  readonly spec: DialectSpec;
  readonly dialect: Dialect;
  readonly speech: Speech;
}

/** One sentence for each place that cannot be spoken, such as `messages.tick: what is said reads back as unknown`. */
export function unspeakable(spec: DialectSpec): readonly string[] {
  const values = new Values(honestRules(), defaultBehaviour);
  const plainSpec = fillDialect({});
  const plain = {
    spec: plainSpec,
    dialect: compileDialect(plainSpec, ADDRESS),
    speech: createDefaultSpeech(values),
  };
  try {
    const own = { spec, dialect: compileDialect(spec, ADDRESS), speech: createDialectSpeech(spec, values) };
    return [...new Set([...eventDefects(own, plain), ...bodyDefects(own, plain), ...askedDefects(own)])];
  } catch (error) {
    return [messageOf(error)];
  }
}

function eventDefects(own: Spoken, plain: Spoken): readonly string[] {
  return EVENT_SAMPLES.flatMap((event) => {
    const place = `messages.${event.kind}`;
    return tried(place, () => {
      const said = readBack(own, event);
      if (said === undefined) return [];
      const [first, ...more] = said;
      if (first?.kind !== event.kind || more.length > 0) {
        return [`what is said reads back as ${said.map(({ kind }) => kind).join(' and ') || 'nothing'}`];
      }
      return unlike(readBack(plain, event)?.[0]?.view, first.view, own, spec(own, 'messages', event.kind));
    });
  });
}

/** Undefined for a kind that is never sent. */
function readBack({ dialect, speech }: Spoken, event: DomainEvent): ReturnType<Dialect['readFrame']> | undefined {
  const message = speech.event(event);
  return message === undefined ? undefined : dialect.readFrame(wire(speech.batch([message]) ?? message));
}

function bodyDefects(own: Spoken, plain: Spoken): readonly string[] {
  return BODY_SAMPLES.flatMap(({ name, told, read }) =>
    tried(`bodies.${name}`, () => {
      const [wanted, got] = [plain, own].map(({ dialect, speech }) => read(dialect, wire(told(speech))));
      return unlike(wanted, got, own, spec(own, 'bodies', name));
    }),
  );
}

function spec({ spec: whole }: Spoken, part: 'messages' | 'bodies', name: string): JsonValue {
  const forms: JsonValue | undefined = (whole[part] as Readonly<Record<string, JsonValue>>)[name]; // Each part is JSON.
  return forms ?? null;
}

/** What a client asks for must arrive as that. */
function askedDefects({ dialect, speech }: Spoken): readonly string[] {
  const router = routerOf(speech.routes);
  const requests = REQUEST_SAMPLES.flatMap(([name, params]) => {
    if (!dialect.has(name)) return [];
    return tried(`requests.${name}`, () => {
      const { method, path, body = '' } = dialect.request(name, params);
      const found = router.find({ method, target: path, body: Buffer.from(body) });
      if (found?.operation !== name) return [`is taken for ${found?.operation ?? 'nothing'}`];
      if (found.params['accountId'] !== params.accountId) return ['nothing in it names the account'];
      return isMutating(name) ? tradeDefects(dialect, speech, { name, params, found, body }) : [];
    });
  });
  const commands = COMMAND_SAMPLES.flatMap(([action, params]) =>
    tried(`commands.${action}`, () => {
      const read = speech.readCommand(JSON.parse(dialect.command(action, params)));
      if (read?.command.action !== action || read.command.event !== params.event) {
        return [`one for ${params.event} is taken for ${JSON.stringify(read?.command ?? 'none')}`];
      }
      const accepted: CommandAccepted = { ...ACCEPTED, action, event: params.event };
      return [
        ...answerDefects(dialect, speech, 'command_accepted', speech.commandAccepted(accepted, read)),
        ...answerDefects(dialect, speech, 'command_refused', speech.commandRefused(REFUSAL_SAMPLE, read)),
      ];
    }),
  );
  return [...requests, ...commands];
}

const VALUES = [
  'instrument',
  'type',
  'side',
  'volume',
  'price',
  'stopLossPrice',
  'takeProfitPrice',
  'positionId',
  'orderId',
] as const;

/** What a request carries must be read in it: all that changes it when it is left out. */
function tradeDefects(
  dialect: Dialect,
  speech: Speech,
  asked: {
    readonly name: MutatingRequest;
    readonly params: RequestParams;
    readonly found: FoundRoute;
    readonly body: string;
  },
): readonly string[] {
  const { name, params, found, body } = asked;
  const trade = speech.readTrade(name, found.bodiless || body === '' ? null : JSON.parse(body), found.params);
  return VALUES.flatMap((member) => {
    const { [member]: wanted, ...others } = params;
    if (wanted === undefined || !isCarried(dialect, name, params, others)) return [];
    const got = trade[member];
    const kind = member === 'positionId' ? 'pos' : member === 'orderId' ? 'ord' : undefined;
    const own = kind === undefined ? wanted : speech.identifier(kind, params.accountId, String(wanted));
    return sameJson(got, own) ? [] : [`${member} ${JSON.stringify(wanted)} is taken for ${JSON.stringify(got)}`];
  });
}

function isCarried(dialect: Dialect, name: MutatingRequest, whole: RequestParams, without: RequestParams): boolean {
  try {
    const [one, other] = [whole, without].map((params) => dialect.request(name, params));
    return one?.path !== other?.path || one?.body !== other?.body;
  } catch {
    return true;
  }
}

const ACCEPTED = { refused: false, instruments: undefined, events: [], answerFirst: true } as const;

function answerDefects(
  dialect: Dialect,
  speech: Speech,
  kind: 'command_accepted' | 'command_refused',
  said: JsonObject | undefined,
): readonly string[] {
  if (said === undefined) return [];
  const kinds = dialect.readFrame(wire(speech.batch([said]) ?? said)).map((one) => one.kind);
  return kinds.length === 1 && kinds[0] === kind ? [] : [`the ${kind} reads back as ${kinds.join(' and ')}`];
}

function tried(place: string, find: () => readonly string[]): readonly string[] {
  try {
    return find().map((defect) => `${place}: ${defect}`);
  } catch (error) {
    return [`${place}: ${messageOf(error)}`];
  }
}

/** Where a view lacks what the other has, or has it otherwise. */
function unlike(wanted: unknown, got: unknown, { dialect, spec: whole }: Spoken, form: JsonValue): readonly string[] {
  const unbound = new Set([
    ...unboundIn(form),
    ...Object.values(whole.entities).flatMap((part) => [...unboundIn(part)]),
  ]);
  return [...differences(wanted as JsonValue, got as JsonValue | undefined, '', unbound, dialect)]; // Views are JSON.
}

function* differences(
  wanted: JsonValue,
  got: JsonValue | undefined,
  at: string,
  unbound: ReadonlySet<string>,
  dialect: Dialect,
): Generator<string> {
  if (isJsonArray(wanted) && isJsonArray(got) && wanted.length === got.length) {
    for (const [index, one] of wanted.entries())
      yield* differences(one, got[index], `${at}/${index}`, unbound, dialect);
  } else if (isJsonObject(wanted) && isJsonObject(got)) {
    for (const [name, member] of Object.entries(wanted)) {
      if (!(unbound.has(name) && got[name] === undefined)) {
        yield* differences(member, got[name], `${at}/${name}`, unbound, dialect);
      }
    }
  } else if (!means(wanted, got, dialect)) {
    yield `${at || 'what is said'} reads back as ${JSON.stringify(got) ?? 'nothing'} in place of ${JSON.stringify(wanted)}`;
  }
}

/** Words in the target's spelling, and identifiers as numbers, mean the same. */
function means(wanted: JsonValue, got: JsonValue | undefined, dialect: Dialect): boolean {
  if (got === undefined || sameJson(wanted, got)) return got !== undefined;
  const isWord = VOCABULARIES.some((vocabulary) => dialect.meaning(vocabulary, got) === wanted);
  return isWord || (typeof wanted === 'string' && String(spokenId(wanted)) === got);
}

const VOCABULARIES = Object.keys(WORDS).filter((name) => name !== 'operationState') as Parameters<
  Dialect['meaning']
>[0][]; // Those of the table.

/** Members that the target does not have. */
function unboundIn(form: JsonValue): readonly string[] {
  if (isJsonArray(form)) return form.flatMap(unboundIn);
  if (!isJsonObject(form)) return [];
  return Object.entries(form).flatMap(([name, binding]) => (binding === null ? [name] : []));
}

function wire(value: JsonValue): JsonValue {
  const read: JsonValue = JSON.parse(JSON.stringify(value));
  return read;
}
