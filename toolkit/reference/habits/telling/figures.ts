// Legal ways of writing and reading figures and times: zeros, signs and exponents of decimals, fractions of a second, which members
// are times, and how a number or a text looks in JSON (interface 1, rules 3 and 6; 4.6).
import { isDecimal, parseDecimal, toPlainText } from '../../../decimal/index.js';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject, isJsonText } from '../../../payload/json-kind.js';
import { alsoWhere, amended, instead } from '../../faults/algebra/edits.js';
import type { Edits } from '../../faults/algebra/index.js';
import { allSpoken, among, everyObject, type Habit, stating, telling, without } from '../algebra/index.js';
import { volumeSigns } from './volume-signs.js';

const zeros = among('decimal-zeros', '1', ['decimal-grammar']);
const signs = among('decimal-signs', '1', ['decimal-grammar']);
const debits = among('amount-signs', '2.2', ['decimal-grammar', 'entity-fields']);
const exponents = among('decimal-exponents', '1', ['decimal-grammar']);
const leading = among('decimal-leading-zeros', '1', ['decimal-grammar']);
const taken = among('request-decimals', '1', ['decimal-grammar']);
const excess = among('excess-zeros', '4.1', ['decimal-grammar', 'price-fault-phase']);
const fractions = among('fraction-of-second', '1', ['fraction-of-second']);
const timed = among('timed-messages', '1', ['date-fields', 'envelope-extra']);
const ticksTimed = among('timed-ticks', '4.6', ['date-fields']);
const epochs = among('epochs', '1', ['date-fields']);
const told = among('times-told', '1', ['date-fields']);
const numbers = among('number-text', '1', []);
const texts = among('json-text', '2', []);

export const figureHabits: readonly Habit[] = [
  zeros('figures-padded', {
    summary: 'Money and prices have all their decimals, zeros at the end included.',
    behaviour: { trailingZeros: true },
  }),
  zeros('figures-bare', {
    summary: 'Money and prices have no zeros at their end.',
    behaviour: { trailingZeros: false },
  }),
  zeros('figures-padded-to-eight', {
    summary: 'Volumes and prices have eight decimals, whatever the instrument.',
    rules: ofQuantities((text) => padded(text, 8)),
  }),
  zeros('figures-padded-to-eighteen', {
    summary: 'Volumes and prices have eighteen decimals, whatever the instrument.',
    rules: ofQuantities((text) => padded(text, 18)),
  }),
  zeros('figures-of-changing-scale', {
    summary: 'A volume or price has more or fewer zeros at its end each time that it is written.',
    rules: { renderVolume: scaledAnew, renderPrice: scaledAnew },
  }),
  signs('figures-with-plus', {
    summary: 'Amounts of money above zero have a plus sign.',
    rules: { renderMoney: amended(onText((text) => (/^[-0.]+$|^-/.test(text) ? text : `+${text}`))) },
  }),
  signs('figures-with-negative-zero', {
    summary: 'An amount of nothing is written as minus zero.',
    rules: { renderMoney: amended(onText((text) => (/^[0.]+$/.test(text) ? `-${text}` : text))) },
  }),
  debits('debits-unsigned', {
    summary: 'The amount of a deal has no sign; its kind tells whether it was given or taken.',
    rules: {
      renderMoney: amended((text, _amount, _digits, { of, member }) =>
        of === 'deal' && member === 'amount' && typeof text === 'string' ? text.replace(/^-/, '') : text,
      ),
    },
  }),
  ...volumeSigns,
  exponents('zero-with-exponent', {
    summary: 'An amount of nothing is written with an exponent, as decimals of some languages are.',
    rules: { renderMoney: amended(onText((text) => (/^0\.0+$/.test(text) ? `0E-${text.length - 2}` : text))) },
  }),
  exponents('large-volumes-with-exponent', {
    summary: 'Round volumes are written with an exponent.',
    rules: { renderVolume: amended(onText((text) => (/^[1-9]0+(\.0+)?$/.test(text) ? exponential(text) : text))) },
  }),
  exponents('conditions-with-exponents', {
    // There the smallest volume, which the suite takes where the profile names none, need not be on a step.
    excludes: ['steps-from-zero'],
    summary: 'Conditions write every volume with an exponent, and the profile names no volumes.',
    rules: { renderVolume: amended(onText(scientific)) },
    profile: ({ market, ...profile }) => ({
      ...profile,
      market: { ...market, instruments: market.instruments.map(({ volume: _, ...instrument }) => instrument) },
    }),
  }),
  leading('figures-without-leading-zero', {
    summary: 'Figures below one begin with the point.',
    rules: ofAll((text) => text.replace(/^(-?)0\./, '$1.')),
  }),
  leading('figures-with-leading-zeros', {
    summary: 'Figures are filled up with zeros at their beginning.',
    rules: ofAll((text) => text.replace(/^(-?)(\d)(?=\.|$)/, '$10$2')),
  }),
  taken('plain-decimals-alone', {
    summary: 'A decimal of a request has no plus sign, no exponent, and digits on both sides of its point.',
    rules: { acceptsVolumeForm: instead(isPlain), acceptsPriceForm: instead(isPlain) },
  }),
  taken('odd-decimals-taken', {
    summary: 'A decimal of a request may have a plus sign, an exponent, zeros before it, or a bare point.',
    rules: { acceptsVolumeForm: alsoWhere(isOdd), acceptsPriceForm: alsoWhere(isOdd) },
  }),
  excess('excess-zeros-counted', {
    summary: 'Zeros beyond the digits of a price count as digits.',
    rules: { fitsPointDigits: instead(({ scale }, { pointDigits }) => scale <= pointDigits) },
  }),
  fractions('times-in-milliseconds', {
    summary: 'Times have three digits of the second.',
    rules: { renderTime: instead((ms) => `${new Date(ms).toISOString().slice(0, 23)}+00:00`) },
    costs: [{ checks: 'time.without-fraction/*', verdict: 'warning', because: 'shows fractions of a second' }],
  }),
  fractions('times-in-microseconds', {
    summary: 'Times have six digits of the second.',
    rules: { renderTime: instead((ms) => `${new Date(ms).toISOString().slice(0, 23)}417+00:00`) },
    costs: [{ checks: 'time.without-fraction/*', verdict: 'warning', because: 'shows fractions of a second' }],
  }),
  fractions('times-with-fractions-where-any', {
    summary: 'Times have digits of the second where those are not zero.',
    rules: {
      renderTime: instead(
        (ms) =>
          `${new Date(ms)
            .toISOString()
            .slice(0, 23)
            .replace(/\.?0+$/, '')}+00:00`,
      ),
    },
    costs: [{ checks: 'time.without-fraction/*', verdict: 'warning', because: 'shows fractions of a second' }],
  }),
  timed('messages-timed', {
    summary: 'Messages other than those of HMR tell when they were made.',
    rules: { hasEventTime: instead((kind) => kind !== 'hmr_snapshot' && kind !== 'hmr_update') },
    speech: telling('all', (message) => ({ sequence: 1, ...message })),
  }),
  timed('messages-untimed', {
    summary: 'No message tells when it was made.',
    rules: { hasEventTime: amended((has, kind) => has && kind === 'tick') },
  }),
  ticksTimed('ticks-untimed', {
    summary: 'A tick has no time.',
    speech: telling(['tick'], (message) => untimed(message)),
    stated: stating({ messages: { tick: { time: null } } }),
  }),
  epochs('epochs-beside-times', {
    summary: 'Objects have the milliseconds of a time as a number besides.',
    speech: allSpoken((value) =>
      everyObject(value, (object) =>
        'created_at' in object || 'placed' in object ? { ...object, ts: 1_767_600_000_000 } : object,
      ),
    ),
  }),
  told('times-unnamed-by-the-profile', {
    summary: 'The description of the service names no member as a time.',
    stated: stating({ dateTimes: [] }),
  }),
  numbers('tick-prices-with-zeros', {
    summary: 'Prices of ticks are JSON numbers with all their digits.',
    rules: ofTicks((digits) => (digits.includes('.') ? `${digits}0` : `${digits}.0`)),
  }),
  numbers('tick-prices-with-exponents', {
    summary: 'Prices of ticks are JSON numbers with an exponent.',
    rules: ofTicks((digits) => `${digits}E+0`),
  }),
  numbers('tick-prices-with-noise', {
    summary: 'Prices of ticks are doubles that carry the noise of their arithmetic.',
    rules: { renderTickPrice: amended((price) => (typeof price === 'number' ? price * (1 + 2 ** -52) : price)) },
  }),
  texts('json-compact', {
    summary: 'JSON is written without white space and with its characters as they are.',
    rules: ofTexts((text) => JSON.stringify(JSON.parse(text))),
  }),
  texts('json-indented', {
    summary: 'JSON is written in indented lines.',
    rules: ofTexts((text) => JSON.stringify(JSON.parse(text), null, 2)),
  }),
  texts('json-escaped', {
    summary: 'JSON has slashes and characters beyond ASCII escaped.',
    rules: ofTexts((text) =>
      text
        .replaceAll('/', '\\/')
        .replaceAll(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  }),
  texts('json-reversed', {
    summary: 'Members of JSON objects come in another order.',
    rules: ofTexts((text) => JSON.stringify(everyObject(JSON.parse(text) as JsonValue, reversed))),
  }),
  texts('json-integers-beyond-a-double', {
    summary: 'Operations are named by JSON numbers of nineteen digits.',
    rules: {
      ...ofTexts((text) => text.replaceAll(/"(46116860184\d{8})"/g, '$1')),
      operationId: instead((serial) => String(BEYOND_A_DOUBLE + BigInt(serial) * APART)),
    },
  }),
];

/** Neighbours of it are one and the same double, and those that are one exactly would be written with other digits. */
const BEYOND_A_DOUBLE = 4_611_686_018_400_000_000n;
/** Of eight that are so far apart one is a double. */
const APART = 64n;

function onText(edit: (text: string) => string): (value: JsonValue) => JsonValue {
  return (value) => (typeof value === 'string' ? edit(value) : value);
}

function ofQuantities(edit: (text: string) => string): Edits {
  return { renderVolume: amended(onText(edit)), renderPrice: amended(onText(edit)) };
}

function ofAll(edit: (text: string) => string): Edits {
  return { ...ofQuantities(edit), renderMoney: amended(onText(edit)) };
}

/** So many scales follow each other: no multiple of what is usually written between two answers. */
const SCALES = 5;

function scaledAnew<Args extends readonly unknown[]>(
  honest: (...args: Args) => JsonValue,
): (...args: Args) => JsonValue {
  let turn = 0;
  return (...args) => {
    const text = honest(...args);
    turn += 1;
    if (typeof text !== 'string' || turn % SCALES === 0) return text;
    return padded(text, (text.split('.')[1] ?? '').length + (turn % SCALES));
  };
}

function padded(text: string, digits: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(digits, '0')}`;
}

/** `100.00` as `1E+2`. */
function exponential(text: string): string {
  const whole = toPlainText(parseDecimal(text));
  return `${whole.replace(/0+$/, '')}E+${whole.length - whole.replace(/0+$/, '').length}`;
}

/** As some languages write every decimal: `1E-2`. */
function scientific(text: string): string {
  const { coefficient, scale } = parseDecimal(text);
  const digits = String(coefficient);
  const mantissa = digits.replace(/0+$/, '') || '0';
  const exponent = digits.length - mantissa.length - scale;
  return `${mantissa}E${exponent < 0 ? '' : '+'}${exponent}`;
}

function isPlain(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && isDecimal(value);
}

function isOdd(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?$/.test(value);
}

/** The time of a tick lies at the top, or under the name of its kind. */
function untimed(message: JsonObject): JsonObject {
  const { tick } = message;
  return isJsonObject(tick) ? { ...message, tick: without(tick, 'at') } : without(message, 'event_time');
}

/** Edits the digits of the prices in the text of a tick, which no JSON value can hold. */
function ofTicks(edit: (digits: string) => string): Edits {
  return {
    frames: amended((frames, _text, { kind }) =>
      kind === 'tick' ? frames.map((frame) => ({ ...frame, data: quoted(frame.data, edit) })) : frames,
    ),
  };
}

function quoted(data: string | Uint8Array, edit: (digits: string) => string): string | Uint8Array {
  return typeof data === 'string'
    ? data.replaceAll(/"(bid|ask)":(\d[\d.]*)/g, (_, name: string, digits: string) => `"${name}":${edit(digits)}`)
    : data;
}

/** Edits the text of every answer and every frame. */
function ofTexts(rewrite: (text: string) => string): Edits {
  const edit = (text: string): string => (isJsonText(text) ? rewrite(text) : text);
  return {
    frames: amended((frames) =>
      frames.map((frame) => ({ ...frame, data: typeof frame.data === 'string' ? edit(frame.data) : frame.data })),
    ),
    httpBody: amended((sent) => ({ ...sent, bytes: Buffer.from(edit(Buffer.from(sent.bytes).toString())) })),
  };
}

function reversed(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).reverse());
}
