// `dialect.schema.json` from the tables of `members.ts`: what a profile's `dialect` may say, for validation and for editors.
// Written by `npm run generate`. What is no table, the grammar of pointers, conditions and templates, is written out here.

import { mapValues } from '../../base/map-values.js';
import type { JsonObject } from '../../payload/json.js';
import type { RequestName } from './dialect.js';
import { BODIES, ENTITIES, MESSAGES, type Member, type Part, REQUESTS } from './members.js';
import { OPERATION_STATES, WORDS } from './vocabularies.js';

export function dialectSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'dialect.schema.json',
    title: 'Dialect of a target of the Trading Service Interface',
    ...described('Binds what the interface leaves open. Everything has a default; state only what differs.', {
      ...closed({
        module: {
          description: 'A module, relative to the profile, that exports `dialect`; nothing else stands beside it.',
          type: 'string',
          minLength: 1,
        },
        requests: described(
          'HTTP requests and handshakes.',
          closed(mapValues<Readonly<Record<RequestName, string>>, JsonObject>(REQUESTS, (text) => as('request', text))),
        ),
        signBasePath: {
          description:
            'Whether the path of baseUrl is part of the signed path (default true). False where a gateway takes it off before the signature is checked; requests or streams where it is part of those alone.',
          enum: [true, false, 'requests', 'streams'],
        },
        emptyValues: {
          description:
            'How lists that hold nothing, a zero and a false are written: like any others (written, default), or left out, as some serializers do.',
          enum: ['written', 'left-out'],
        },
        commands: commands(),
        words: described(
          "Vocabularies: the target's spelling of each word. A list is read in every spelling and written in the first.",
          closed(
            mapValues(WORDS, ({ about, words }) =>
              described(about, closed(Object.fromEntries(words.map((word) => [word, refer('spelling')])))),
            ),
          ),
        ),
        bodies: described(
          'Where the members of HTTP answers lie.',
          closed({
            at: as('pointers', 'Root of every body but `error`, for a target that wraps its answers, such as /data.'),
            ...mapValues(BODIES, (body) =>
              part(body, {
                at: as('pointers', 'Root of this body, in place of `bodies.at`; the other pointers start there.'),
              }),
            ),
          }),
        ),
        frames: frames(),
        messages: described(
          'How messages of the streams are recognised and read; null for a kind that the target never sends.',
          closed(mapValues(MESSAGES, ({ about }, kind) => oneOrSeveral(about, refer(`${kind}_form`)))),
        ),
        entities: entities(),
        examples: described(
          'What the target writes, whole, by part. Only a service that speaks this dialect looks here, for what nothing else in it ' +
            'tells: constants, units, labels. What the dialect reads is written anew, date-times too; the rest is spoken as it stands.',
          closed({
            bodies: described('Answers.', closed(mapValues(BODIES, ({ about }) => ({ description: about })))),
            messages: described(
              'Messages. That of `ignored` greets every connection.',
              closed(mapValues(MESSAGES, ({ about }) => ({ description: about }))),
            ),
            entities: described(
              'Entities, wherever they occur.',
              closed(mapValues(ENTITIES, ({ about }) => ({ description: about }))),
            ),
          }),
        ),
        dateTimes: {
          description:
            'Patterns of members that hold date-times: pointers with * for any one step and ** for any number of steps.',
          type: 'array',
          items: { type: 'string', pattern: '^/' },
        },
      }),
      $defs: {
        ...GRAMMAR,
        request: request(),
        ...Object.fromEntries(
          Object.entries(MESSAGES).map(([kind, form]) => [`${kind}_form`, part(form, RECOGNITION)]),
        ),
      },
    }),
  };
}

/** As it is committed: lists of words on one line, as the formatter has them. */
export function dialectSchemaText(): string {
  const text = JSON.stringify(dialectSchema(), undefined, 2);
  return `${text.replaceAll(/\[[^[\]{}]+\]/g, (list) =>
    list
      .replaceAll(/\s*\n\s*/g, ' ')
      .replace('[ ', '[')
      .replace(' ]', ']'),
  )}\n`;
}

function commands(): JsonObject {
  const frame = refer('template');
  return described(
    'Frames that subscribe and unsubscribe (interface 4.5). Placeholders: {event}, {instruments}, {command_id}.',
    closed({
      subscribe: as('template', 'Template of the frame.'),
      unsubscribe: as('template', 'Template of the frame.'),
      variants: {
        description: 'Other frames under conditions on event, instruments or command_id.',
        type: 'array',
        items: closed({ when: refer('when'), subscribe: frame, unsubscribe: frame }, ['when']),
      },
      ticks: as('template', 'What the ticks stream must be sent before ticks flow; null for nothing.'),
    }),
  );
}

function frames(): JsonObject {
  return described(
    'What is common to all frames of the streams.',
    closed({
      documents: {
        description:
          'How many JSON documents stand in one frame: one, or several (in lines, glued, or after record separators), each of which is read like a frame. Unstated, frames of several leave checks undecided.',
        enum: ['one', 'several', null],
      },
      split: as(
        'binding',
        'Pointers to lists of messages within one frame. Each message is the frame in which the list is replaced by one of its items. /map/* splits a map by name, /map/@key of each message being the name. null for none.',
      ),
      kind: as('binding', 'Where a message names its kind.'),
      at: as('pointers', 'Root of every message, for a target that wraps them, such as /data.'),
    }),
  );
}

function entities(): JsonObject {
  const { order, position, deal, ...others } = mapValues(ENTITIES, (entity) => part(entity));
  const text = 'What tells a balance deal from a trading deal; null when the balance kind alone does.';
  return described(
    'Members of entities, wherever they occur. Every pointer starts at the entity.',
    closed({ order, position, deal, balanceWhen: as('whenOrNull', text), ...others }),
  );
}

function request(): JsonObject {
  const form: JsonObject = {
    method: {
      description: 'HTTP method in capitals.',
      type: 'string',
      enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    },
    path: {
      description: 'Path after the base URL, beginning with a slash. Placeholders in braces are percent-encoded.',
      type: 'string',
      pattern: '^/',
    },
    query: {
      description: 'Query parameters in order. One whose placeholder has no value is left out. {} for none.',
      type: 'object',
      additionalProperties: refer('template'),
    },
    body: as('template', 'JSON body as a template; null for no body. Constant members are written as they are.'),
  };
  const when = as(
    'when',
    "Conditions by parameter name in the interface's words, such as {type: sltp} or {take_profit_price: {present: true}}.",
  );
  const variants: JsonObject = {
    description:
      'Replacements under conditions on the parameters, for example another body for `type: sltp`. The first that fits is used.',
    type: 'array',
    items: closed({ when, ...form }, ['when']),
  };
  return { ...closed({ ...form, variants }), type: ['object', 'null'] };
}

/** How any kind of message is recognised. */
const RECOGNITION: JsonObject = {
  kind: {
    description: "The target's word or words for this kind, found at `frames.kind`.",
    type: ['string', 'number', 'boolean', 'array', 'null'],
    items: { type: ['string', 'number', 'boolean'] },
  },
  when: as('when', 'Conditions on the message. Stated without `kind`, they alone decide.'),
  at: as('pointers', 'Root of the message, in place of `frames.at`; the pointers below start there.'),
};

const POINTER = '^(@key|(/([^~]|~[01])*)?)$';
const SEVERAL: JsonObject = { minItems: 1, items: refer('pointer') };
const LITERAL = ['string', 'number', 'boolean', 'null'];
const MATCH: JsonObject = { additionalProperties: refer('condition') };
const MATCHES: JsonObject = { ...MATCH, minItems: 1, items: { type: 'object', ...MATCH } };

const GRAMMAR: JsonObject = {
  pointer: { type: 'string', pattern: POINTER },
  pointers: { type: ['string', 'array'], pattern: POINTER, ...SEVERAL },
  binding: { type: ['string', 'array', 'null'], pattern: POINTER, ...SEVERAL },
  collection: {
    type: ['string', 'array', 'object', 'null'],
    pattern: POINTER,
    ...SEVERAL,
    required: ['at'],
    additionalProperties: false,
    properties: {
      at: as('pointers', 'Where the list lies; * and ** gather from several places.'),
      where: as('when', 'Which items count.'),
      item: as('pointers', 'Where in an item the entity lies.'),
      form: {
        description: 'What the value is, where that cannot be told: a list, one object, a map by id.',
        type: 'string',
        enum: ['list', 'single', 'map'],
      },
    },
  },
  condition: {
    description: 'A literal, a list of literals, {present: true} or {absent: true}.',
    type: [...LITERAL, 'array', 'object'],
    items: { type: LITERAL },
    minItems: 1,
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    properties: { present: { const: true }, absent: { const: true } },
  },
  when: {
    description: 'Conditions by place, all of which must hold; a list of such, of which one must hold.',
    type: ['object', 'array'],
    ...MATCHES,
  },
  whenOrNull: { type: ['object', 'array', 'null'], ...MATCHES },
  template: {
    description:
      'JSON with placeholders: "{volume}" becomes the value and leaves its member out when there is none; "{volume|number}" filters it; {{ is a brace.',
  },
  replyTemplate: { description: 'JSON with placeholders that are pointers: "{/ts}".' },
  spelling: { type: [...LITERAL, 'array'], minItems: 1, items: { type: LITERAL } },
};

/** A part with its members, after those that all parts of its sort have. */
function part({ about, members }: Part, first: JsonObject = {}): JsonObject {
  return described(about, closed({ ...first, ...mapValues(members, member) }));
}

function member(member: Member): JsonObject {
  if ('states' in member) {
    return described(
      member.states,
      closed(Object.fromEntries(OPERATION_STATES.map((state) => [state, refer('when')]))),
    );
  }
  if ('reply' in member) return as('replyTemplate', member.reply);
  if ('items' in member) return as('collection', member.items);
  return Object.fromEntries(Object.entries(member).flatMap(([kind, text]) => Object.entries(as(kind, text))));
}

function oneOrSeveral(about: string, form: JsonObject): JsonObject {
  return {
    description: `${about} One form, or a list of forms that occur side by side.`,
    type: ['object', 'array', 'null'],
    // Not `anyOf`: its findings would name every alternative.
    if: { type: 'object' },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: form,
    else: { items: form },
  };
}

function closed(properties: JsonObject, required?: readonly string[]): JsonObject {
  return { type: 'object', additionalProperties: false, ...(required && { required }), properties };
}

function described(description: string, schema: JsonObject): JsonObject {
  return { description, ...schema };
}

function refer(name: string): JsonObject {
  return { $ref: `#/$defs/${name}` };
}

function as(name: string, description: string): JsonObject {
  return { description, ...refer(name) };
}
