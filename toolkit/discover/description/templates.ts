// Templates of requests and commands from what a description says of them: each member that a placeholder stands for, constants as they
// are, the rest left out or told (interface 4.1, 4.2, 4.5).
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { formatPointer } from '../../profile/dialect/reading/pointer.js';
import { matchMembers } from '../meaning/match-members.js';
import { plain, tokensOf } from '../meaning/names.js';
import type { Sense } from '../meaning/synonyms.js';
import { SENSES } from '../meaning/synonyms.js';
import { isLeaf, placesIn, pointerOf, type Shape } from '../shape/shape.js';
import type { DescribedOperation } from './operations.js';

/** A template with what was not understood in it. */
export interface Written {
  readonly template: JsonValue;
  readonly remarks: readonly string[];
}

/** Decimals that the interface states as strings are written so, whatever a description says. */
const STATED_STRINGS = ['volume', 'price', 'stop_loss_price', 'take_profit_price'];

/** The body of a request from the placeholders that it may hold. */
export function bodyTemplate(body: Shape, placeholders: readonly string[]): Written {
  const senses = Object.fromEntries(
    Object.entries(SENSES['request'] ?? {}).filter(([name]) => placeholders.includes(name)),
  ) as Readonly<Record<string, Sense>>;
  const byPlace = new Map(
    [...matchMembers(body, senses)].map(([name, { steps, shape }]) => [pointerOf(steps), placeholderFor(name, shape)]),
  );
  const remarks = numbersWhereStringsAreStated(body, senses);
  return write(body, byPlace, remarks);
}

function numbersWhereStringsAreStated(body: Shape, senses: Readonly<Record<string, Sense>>): string[] {
  return [...matchMembers(body, senses)].flatMap(([name, { shape }]) =>
    STATED_STRINGS.includes(name) && shape.kinds.has('number') && !shape.kinds.has('string')
      ? [
          `${shape.from} is described as a number, where the interface states a decimal string (4.1); written as a string`,
        ]
      : [],
  );
}

function placeholderFor(name: string, { kinds }: Shape): string {
  if (STATED_STRINGS.includes(name) || kinds.has('string') || kinds.size === 0) return `{${name}}`;
  if (kinds.has('boolean')) return `{${name}|boolean}`;
  return kinds.has('number') ? `{${name}|integer}` : `{${name}}`;
}

/** Builds the value with its placeholders; members that are neither known nor constant nor required are left out. */
function write(shape: Shape, byPlace: ReadonlyMap<string, JsonValue>, remarks: readonly string[] = []): Written {
  const told = [...remarks];
  const build = (one: Shape, steps: readonly string[], isRequired: boolean): JsonValue | undefined => {
    const known = byPlace.get(pointerOf(steps));
    if (known !== undefined) return known;
    if (one.isClosed && one.words.length === 1) return constant(one.words[0] ?? null);
    if (one.members.size > 0) {
      const members = [...one.members].flatMap(([name, member]) => {
        const value = build(member, [...steps, name], isRequired && one.required.has(name));
        return value === undefined ? [] : [[name, value] as const];
      });
      return members.length === 0 && !isRequired ? undefined : Object.fromEntries(members);
    }
    if (isRequired && steps.length > 0) {
      told.push(`a required member was not understood and is left out: ${formatPointer(steps)} (${one.from})`);
    }
    return undefined;
  };
  return { template: build(shape, [], true) ?? {}, remarks: told };
}

function constant(word: JsonValue): JsonValue {
  return typeof word === 'string' ? word.replaceAll('{', '{{').replaceAll('}', '}}') : word;
}

/** The path with the placeholders of the dialect, without the prefix of the base URL; undefined where a parameter means nothing. */
export function pathTemplate(path: string, prefix: string): string | undefined {
  let isClear = true;
  let last = '';
  const written = path.slice(prefix.length).replaceAll(/\{([^{}]*)\}|([^{}]+)/g, (whole, name: string | undefined) => {
    if (name === undefined) {
      last = whole;
      return whole;
    }
    const placeholder = parameterFor(name, last);
    if (placeholder === undefined) isClear = false;
    return `{${placeholder ?? name}}`;
  });
  return isClear ? written : undefined;
}

/** By the name of the parameter, or of the collection before it. */
function parameterFor(name: string, before: string): string | undefined {
  const words = [...tokensOf(name)];
  const byName = PARAMETERS.find(([wanted]) => words.some((word) => wanted.test(word)))?.[1];
  if (byName !== undefined) return byName;
  const collection = tokensOf(before).at(-1) ?? '';
  return PARAMETERS.find(([wanted]) => wanted.test(collection))?.[1];
}

const PARAMETERS: readonly (readonly [RegExp, string])[] = [
  [/^(accounts?|acct?|login|portfolio)$/, 'account_id'],
  [/^(orders?|ord)$/, 'order_id'],
  [/^(positions?|pos|trade)$/, 'position_id'],
  [/^(operations?|op)$/, 'operation_id'],
  [/^(instruments?|symbols?|ticker)$/, 'instrument'],
];

/** Filters of a history by their names. */
export function queryTemplate({ parameters }: DescribedOperation): JsonObject {
  const query = parameters.filter((one) => one.in === 'query');
  const entries = QUERY.flatMap(([placeholder, names]) => {
    const found = names.flatMap((name) => query.find((one) => plain(one.name) === name) ?? [])[0];
    return found === undefined ? [] : [[found.name, `{${placeholder}}`] as const];
  });
  return Object.fromEntries(entries);
}

const QUERY: readonly (readonly [string, readonly string[]])[] = [
  ['limit', ['limit', 'pagesize', 'perpage', 'count', 'size', 'max', 'maxresults', 'pagemax', 'top', 'n', 'take']],
  [
    'cursor',
    [
      'cursor',
      'pagetoken',
      'nextpagetoken',
      'continuation',
      'continuationtoken',
      'token',
      'nextcursor',
      'after',
      'pagecursor',
      'starttoken',
      'resume',
      'resumetoken',
    ],
  ],
  [
    'from',
    [
      'from',
      'since',
      'start',
      'starttime',
      'fromtime',
      'startdate',
      'datefrom',
      'fromdate',
      'begin',
      'after',
      'createdfrom',
      'timefrom',
    ],
  ],
  [
    'to',
    ['to', 'until', 'end', 'endtime', 'totime', 'enddate', 'dateto', 'todate', 'till', 'before', 'createdto', 'timeto'],
  ],
  ['instrument', ['instrument', 'instrumentid', 'instrumentname', 'symbol', 'ticker', 'sym']],
];

const SUBSCRIBING = /^(sub|subscribe|subscription|add|start|listen|on)$/i;
const UNSUBSCRIBING = /^(unsub|unsubscribe|remove|stop|end|off)$/i;

export interface WrittenCommands {
  readonly subscribe?: JsonValue;
  readonly unsubscribe?: JsonValue;
  readonly remarks: readonly string[];
}

/** Whether a message is one that a client sends. */
export function isCommand(shape: Shape, names: readonly string[]): boolean {
  const isCalled = names.some((name) =>
    tokensOf(name).some((word) => /^(command|subscribe|unsubscribe|request)$/.test(word)),
  );
  const isAnswer = names.some((name) =>
    tokensOf(name).some((word) =>
      /^(accepted|refused|rejected|ack|acknowledge|response|reply|error|confirmed|result)/.test(word),
    ),
  );
  const hasWord = placesIn(shape).some(
    (place) =>
      place.shape.isClosed &&
      place.shape.words.some((word) => SUBSCRIBING.test(String(word)) || UNSUBSCRIBING.test(String(word))),
  );
  return !isAnswer && (isCalled || hasWord);
}

/** Subscribe and unsubscribe from the messages that clients send; one message may stand for both. */
export function commandTemplates(commands: readonly Shape[]): WrittenCommands {
  const templates: { subscribe?: JsonValue; unsubscribe?: JsonValue } = {};
  const remarks: string[] = [];
  for (const shape of commands) {
    for (const [action, wanted, other] of [
      ['subscribe', SUBSCRIBING, UNSUBSCRIBING],
      ['unsubscribe', UNSUBSCRIBING, SUBSCRIBING],
    ] as const) {
      if (templates[action] !== undefined) continue;
      const says = placesIn(shape).find(
        ({ shape: one }) => isLeaf(one) && one.words.some((word) => wanted.test(String(word))),
      );
      const contrary = placesIn(shape).some(
        ({ shape: one }) => isLeaf(one) && one.words.some((word) => other.test(String(word))),
      );
      if (says === undefined && contrary) continue;
      const word = says?.shape.words.find((one) => wanted.test(String(one)));
      if (says === undefined || word === undefined) continue;
      const written = write(shape, new Map([...commandPlaces(shape), [pointerOf(says.steps), constant(word)]]));
      templates[action] = written.template;
      remarks.push(...written.remarks);
    }
  }
  return { ...templates, remarks: [...new Set(remarks)] };
}

/** The command of the ticks stream, which names instruments only. */
export function ticksTemplate(shape: Shape): Written {
  const says = placesIn(shape).find(
    ({ shape: one }) => isLeaf(one) && one.words.some((word) => SUBSCRIBING.test(String(word))),
  );
  const word = says?.shape.words.find((one) => SUBSCRIBING.test(String(one)));
  const places = new Map(commandPlaces(shape));
  if (says !== undefined && word !== undefined) places.set(pointerOf(says.steps), constant(word));
  for (const [place, value] of places) if (value === '{event}') places.delete(place);
  return write(shape, places);
}

function commandPlaces(shape: Shape): readonly (readonly [string, JsonValue])[] {
  const matches = matchMembers(shape, SENSES['command'] ?? {});
  const leaves = [...matches].map(
    ([name, { steps, shape: one }]) => [pointerOf(steps), placeholderFor(name, one)] as const,
  );
  const lists = placesIn(shape).filter(({ shape: one }) => one.kinds.has('array') || one.items !== undefined);
  const several = lists.find(({ shape: one }) => one.items?.members.has('event') === true);
  if (several?.shape.items !== undefined) {
    // A list of subscriptions, each with a kind of its own: a command of one.
    const one = write(several.shape.items, new Map(commandPlaces(several.shape.items))).template;
    return [...leaves, [pointerOf(several.steps), [one]]];
  }
  const list = lists.find(({ steps }) => /instr|symbol|ticker/i.test(steps.at(-1) ?? '')) ?? lists[0];
  if (list === undefined) return leaves;
  return [...leaves, [pointerOf(list.steps), listTemplate(list.shape)]];
}

/** Names, or objects with a name. */
function listTemplate({ items }: Shape): JsonValue {
  if (items === undefined || !items.kinds.has('object')) return '{instruments}';
  const { instrument } = SENSES['tick'] ?? {};
  const name = instrument === undefined ? undefined : matchMembers(items, { instrument }).get('instrument');
  if (name === undefined) return '{instruments}';
  const item = name.steps.reduceRight<JsonValue>((inner, step) => ({ [step]: inner }), '{item}');
  return { $each: 'instruments', $item: item };
}
