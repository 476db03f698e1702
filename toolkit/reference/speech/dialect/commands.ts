// Commands of the events stream in a dialect's spelling (interface 4.5, rule 4): from a frame to what it asks for.
import type { JsonValue } from '../../../payload/json.js';
import { sameJson } from '../../../payload/same-json.js';
import { EVENT_KINDS } from '../../../profile/dialect/dialect.js';
import { compileWhenNamed } from '../../../profile/dialect/reading/match.js';
import type { CommandForms, Template } from '../../../profile/dialect/spec.js';
import { writeJson } from '../../../profile/dialect/writing/json.js';
import { compileTemplate } from '../../../profile/dialect/writing/template.js';
import type { Speech } from '../speech.js';
import { compileReading, type Reading, readWith } from './template-reading.js';

type Action = 'subscribe' | 'unsubscribe';

interface Form {
  readonly action: Action;
  readonly read: (frame: JsonValue) => Reading;
  readonly applies: (values: Reading['found']) => boolean;
  /** Whether these values make that frame, to the last member. */
  readonly makes: (values: Reading['found'], frame: JsonValue) => boolean;
}

const MEANINGS = { event: { words: EVENT_KINDS, write: (word: string) => word } };
const ANY = { has: () => true, names: [] };

/** A frame that has not what every command of the dialect has is none. */
export function commandReader({ subscribe, unsubscribe, variants = [] }: CommandForms): Speech['readCommand'] {
  const forms = [
    ...variants.flatMap(({ when, ...own }) =>
      (['subscribe', 'unsubscribe'] as const).flatMap((action) => {
        const template = own[action];
        return template === undefined ? [] : [compileForm(action, template, compileWhenNamed(when))];
      }),
    ),
    compileForm('subscribe', subscribe),
    compileForm('unsubscribe', unsubscribe),
  ];
  return (frame) => {
    const near = forms.map((form) => ({ form, ...form.read(frame) })).filter(({ misses }) => misses === 0);
    const exact = near.find(({ form, found }) => form.applies(found) && form.makes(found, frame));
    const fullest = near.reduce<(typeof near)[number] | undefined>(
      (one, other) => (one === undefined || other.found.size > one.found.size ? other : one),
      undefined,
    );
    const best = exact ?? fullest;
    if (best === undefined) return undefined;
    const { form, found } = best;
    return {
      command: { action: form.action, event: found.get('event'), instruments: found.get('instruments') },
      id: found.get('command_id'),
    };
  };
}

function compileForm(action: Action, template: Template, applies: (given: JsonValue) => boolean = () => true): Form {
  const read = compileReading(template, MEANINGS);
  const render = compileTemplate(template, ANY);
  return {
    action,
    read: (frame) => readWith(read, frame),
    applies: (values) => applies(Object.fromEntries(values)),
    makes: (values, frame) => {
      const made: JsonValue = JSON.parse(writeJson(render((name) => values.get(name))));
      return sameJson(made, frame);
    },
  };
}
