// Legal ways of taking the body of a request: what it may hold beyond what is needed, its media type, JSON of doubtful form, figures,
// market orders on the orders call, and the body and codes of an opening (interface 4.1, 4.2).
import { add, isMultipleOf, parseDecimal, subtract, toText } from '../../../decimal/index.js';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import type { Profile, ProfileInstrument } from '../../../profile/profile.js';
import type { TradeRequest } from '../../domain.js';
import { alsoWhere, amended, exceptWhere, insteadWhere } from '../../faults/algebra/edits.js';
import { type Edits, together } from '../../faults/algebra/index.js';
import type { Speech } from '../../speech/speech.js';
import { allSpoken, among, type Cost, everyObject, type Habit, stating } from '../algebra/index.js';

const members = among('body-members', '4.1', ['place-order-body']);
const types = among('body-words', '4.1', ['order-type-field']);
const needed = among('body-members-needed', '4.1', ['place-order-body']);
const market = among('market-order-refusal', '4.1', ['market-refusal-form', 'market-spelling']);
const jsonTypes = among('wrong-json-types', '4.1', ['wrong-json-type']);
const priceFaults = among('price-digits-refusal', '4.1', ['price-fault-phase']);
const steps = among('step-anchor', '4.1', ['step-anchor']);
const media = among('media-type', '4.1', ['media-parameters']);
const json = among('json-reading', '4.1', []);

const KNOWN = ['type', 'instrument', 'side', 'volume', 'price', 'stop_loss_price', 'take_profit_price', 'position_id'];
/** Of the contrary dialect, and of openings that are spelled otherwise. */
const KNOWN_APART = ['wish', 'position', 'symbol', 'direction', 'lots', 'sl', 'tp', 'execution', 'trade'];

/** A reader that is lenient executes what it makes sense of. */
const LENIENT: readonly Cost[] = ['no JSON', 'more open orders'].map((because) => ({
  checks: 'orders.body-malformed-refused/*',
  verdict: 'warning',
  because,
}));

/** What needs a largest volume on the grid by both readings, or one more step. */
const OFF_GRID: readonly Cost[] = [
  { checks: '*/largest-volume', verdict: 'inconclusive', because: 'on the grid of volumes' },
  { checks: 'errors.volume-too-*', verdict: 'not-applicable', because: 'such' },
  { checks: 'orders.volume-*', verdict: 'not-applicable', because: 'volume' },
];

export const requestHabits: readonly Habit[] = [
  members('unknown-members-ignored', {
    summary: 'A member of a body that the service does not know is ignored.',
    rules: { readJson: amended((read, value, problem) => (problem === undefined ? (value ?? read) : read)) },
  }),
  members('unknown-members-refused', {
    summary: 'A body with a member that the service does not know is refused.',
    rules: { readJson: amended((read) => (isJsonObject(read) && !isKnown(read) ? undefined : read)) },
  }),
  types('order-words-in-capitals', {
    summary: 'Requests and entities write sides and the type of a market order in words of their own.',
    speech: inWords('BUY', 'SELL'),
    stated: stating({ words: { side: { buy: 'BUY', sell: 'SELL' } } }),
  }),
  types('order-words-in-numbers', {
    summary: 'Requests and entities write sides as numbers.',
    speech: inWords(0, 1),
    stated: stating({ words: { side: { buy: 0, sell: 1 } } }),
  }),
  types('order-words-in-booleans', {
    summary: 'Requests and entities write sides as true and false.',
    speech: inWords(true, false),
    stated: stating({ words: { side: { buy: true, sell: false } } }),
  }),
  needed('prices-alone-needed', {
    summary: 'An order without an instrument is one for the main instrument, and one without a side is bought.',
    rules: { requires: exceptWhere((member) => member === 'instrument' || member === 'side') },
    speech: completed((request) => ({
      ...request,
      instrument: request.instrument ?? 'EURUSD',
      side: request.side ?? 'buy',
    })),
  }),
  market('market-order-refused-at-once', {
    summary: 'A market order on the orders call is refused before the ACK.',
    rules: { isSharedCode: exceptWhere((code) => code === 'REQUEST_INVALID') },
  }),
  market('market-order-rejected', {
    summary: 'A market order on the orders call is acknowledged, then rejected by a trading rule.',
    rules: marketRejectedBy('TRADING_RULE_OPERATION_RESTRICTED'),
  }),
  market('market-order-fails', {
    summary: 'A market order on the orders call is acknowledged, then ends with an error of execution.',
    rules: marketRejectedBy('EXECUTION_REJECTED'),
  }),
  jsonTypes('json-numbers-refused', {
    summary: 'A JSON number in the place of a decimal string is refused.',
    rules: {
      acceptsVolumeForm: exceptWhere((volume) => typeof volume !== 'string'),
      acceptsPriceForm: exceptWhere((price) => typeof price !== 'string'),
    },
  }),
  jsonTypes('json-numbers-taken', {
    summary: 'A JSON number in the place of a decimal string is taken.',
    rules: {
      acceptsVolumeForm: alsoWhere((volume) => typeof volume === 'number'),
      acceptsPriceForm: alsoWhere((price) => typeof price === 'number'),
    },
    costs: [
      { checks: 'orders.price-number-refused/*', verdict: 'warning', because: 'got result success' },
      { checks: 'orders.volume-number-refused/*', verdict: 'warning', because: 'got result success' },
    ],
  }),
  priceFaults('price-digits-refused-finally', {
    summary: 'A price with too many digits is acknowledged, then rejected as an invalid price.',
    rules: { isSharedCode: exceptWhere((code) => code === 'REQUEST_INVALID_PRICE') },
  }),
  priceFaults('price-digits-called-a-level', {
    summary: 'A price with too many digits is acknowledged, then rejected as a wrong level.',
    rules: {
      isSharedCode: exceptWhere((code) => code === 'REQUEST_INVALID_PRICE'),
      finalCode: amended((code) => (code === 'REQUEST_INVALID_PRICE' ? 'TRADING_RULE_INVALID_PRICE_LEVEL' : code)),
    },
  }),
  steps('steps-either-way', { summary: 'Volumes are multiples of their step, and so is the smallest one.' }),
  steps('steps-from-zero', {
    summary: 'Volumes are multiples of their step, of which the smallest volume need not be one.',
    rules: wideSteps(),
    costs: OFF_GRID,
    profile: volumesBy((volume) => toText(add(parseDecimal(volume), parseDecimal(volume)))),
  }),
  steps('steps-from-the-minimum', {
    summary: 'Volumes are the smallest one and whole steps more.',
    costs: OFF_GRID,
    rules: together(wideSteps(), {
      onStep: amended((_fits, volume, { volumeMin, volumeStep }) =>
        isMultipleOf(subtract(volume, volumeMin), volumeStep),
      ),
    }),
  }),
  media('media-parameters-refused', {
    summary: 'A media type with parameters is refused.',
    rules: { acceptsMediaType: exceptWhere((type) => type?.includes(';') === true) },
  }),
  media('media-type-unheeded', {
    summary: 'A body is read as JSON whatever the label says.',
    rules: { acceptsMediaType: alsoWhere(() => true) },
    costs: [
      { checks: 'orders.media-type-refused/*', verdict: 'warning', because: 'got 202' },
      { checks: 'errors.sync-before-ack/*-for-media-type', verdict: 'not-applicable', because: 'for its media type' },
    ],
  }),
  json('json-read-to-its-end', {
    summary: 'A body counts up to the end of its JSON value, whatever follows.',
    rules: { readJson: amended((read, _value, _problem, body) => read ?? firstValue(body)) },
    costs: LENIENT,
  }),
  json('json-with-repeated-members', {
    summary: 'Of two members of one name in a body the last counts.',
    rules: { readJson: amended((read, value) => read ?? value) },
    costs: LENIENT,
  }),
];

function isKnown(body: JsonObject): boolean {
  return Object.keys(body).every((name) => KNOWN.includes(name) || KNOWN_APART.includes(name));
}

/** A value that a lenient parser would find at the beginning of a text. */
function firstValue(body: Uint8Array): JsonValue | undefined {
  const text = Buffer.from(body).toString();
  const end = /at position (\d+)/.exec(problemOf(text) ?? '')?.[1];
  try {
    return end === undefined ? undefined : (JSON.parse(text.slice(0, Number(end))) as JsonValue);
  } catch {
    return undefined;
  }
}

function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : undefined;
  }
}

/** Sides in other words, both ways. */
function inWords(buy: JsonValue, sell: JsonValue): (speech: Speech) => Speech {
  const written: Readonly<Record<string, JsonValue>> = { buy, LONG: buy, sell, SHORT: sell };
  const spoken = allSpoken((value) =>
    everyObject(value, (object) =>
      Object.fromEntries(
        Object.entries(object).map(([name, member]) => [
          name,
          name === 'side' || name === 'way' ? (written[String(member)] ?? member) : member,
        ]),
      ),
    ),
  );
  return (speech) => ({
    ...spoken(speech),
    readTrade: (operation, body, params) => {
      const request = speech.readTrade(operation, body, params);
      const side = request.side === buy ? 'buy' : request.side === sell ? 'sell' : request.side;
      return { ...request, side };
    },
  });
}

function completed(complete: (request: TradeRequest) => TradeRequest): (speech: Speech) => Speech {
  return (speech) => ({
    ...speech,
    readTrade: (operation, body, params) => {
      const request = speech.readTrade(operation, body, params);
      const isPending = operation === 'placeOrder' && (request.type === 'limit' || request.type === 'stop');
      return isPending ? complete(request) : request;
    },
  });
}

function marketRejectedBy(code: string): Edits {
  return {
    acceptsOrderType: alsoWhere((type) => type === 'market'),
    placementGuard: insteadWhere((_account, type) => type === 'market', code),
  };
}

/** Steps of twice the width, so that both readings of the grid differ. */
function wideSteps(): Edits {
  return {
    resolved: amended((conditions) => ({
      ...conditions,
      volumeStep: add(conditions.volumeStep, conditions.volumeStep),
    })),
  };
}

function volumesBy(edit: (volume: string) => string): (profile: Profile) => Profile {
  return (profile) => ({
    ...profile,
    market: {
      ...profile.market,
      instruments: profile.market.instruments.map(
        (instrument): ProfileInstrument =>
          instrument.volume === undefined ? instrument : { ...instrument, volume: edit(instrument.volume) },
      ),
    },
  });
}
