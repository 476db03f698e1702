// Lapses of figures, clocks and single kinds of requests (interface 1, rule 6; 5; 5.3, rule 8).
import type { JsonValue } from '../../payload/json.js';
import type { RequestParams } from '../../profile/index.js';
import { type Lapse, lapses } from './lapse.js';

const HOUR_MS = 3_600_000;

function changed(
  change: (text: string) => string,
  ...names: readonly ('volume' | 'price' | 'stopLossPrice' | 'takeProfitPrice')[]
): (params: RequestParams) => RequestParams {
  return (params) => {
    const written: Record<string, JsonValue> = {};
    for (const name of names) {
      const value = params[name];
      if (typeof value === 'string') written[name] = change(value);
    }
    return { ...params, ...written };
  };
}

export const FIGURE_LAPSES: readonly Lapse[] = lapses({
  'strips-zeros': [
    'strips zeros at the end of figures, those before the point too',
    'numbers.client-sends-exact',
    { params: changed((text) => text.replace(/\.?0+$/, ''), 'volume', 'price') },
  ],
  'rounds-volumes': [
    'rounds volumes to one decimal',
    'numbers.client-sends-exact',
    { params: changed((text) => Number(text).toFixed(1), 'volume') },
  ],
  'float-protection': [
    'keeps stop losses and take profits as floating-point numbers',
    'numbers.client-sends-exact',
    { params: changed((text) => String(Number(text)), 'stopLossPrice', 'takeProfitPrice') },
  ],
  'unsigned-reads': [
    'signs calls alone, and sends its reads without a signature',
    'auth.client-signs-requests',
    { stages: { headers: (headers, { method, path }) => (method === 'GET' && !path.includes('/ws/') ? [] : headers) } },
  ],
  'rounds-prices': [
    'rounds prices to two decimals',
    'numbers.client-sends-exact',
    { params: changed((text) => Number(text).toFixed(2), 'price') },
  ],
  'writes-longer-prices': [
    'writes prices with two digits more than the conditions have',
    ['configuration.client-conditions-per-account', 'numbers.client-sends-exact'],
    { params: changed((text) => `${text}${text.includes('.') ? '' : '.'}37`, 'price') },
  ],
  'decimal-comma': [
    'writes figures with the comma of its country',
    ['numbers.client-volume-strings', 'numbers.client-price-strings', 'numbers.client-sends-exact'],
    { params: changed((text) => text.replace('.', ','), 'volume', 'price') },
  ],
  'groups-thousands': [
    'groups the digits of figures by threes',
    ['numbers.client-volume-strings', 'numbers.client-price-strings', 'numbers.client-sends-exact'],
    { params: changed((text) => text.replace(/\B(?=([0-9]{3})+(?![0-9]))(?<!\.[0-9]*)/g, ','), 'volume', 'price') },
  ],
  'summer-time': [
    'takes the time of summer for that of the world',
    'auth.client-timestamp-near',
    { timestampMs: (nowMs) => nowMs + HOUR_MS },
  ],
  'clock-drifts': [
    'has a clock that goes ahead by minutes',
    'auth.client-timestamp-near',
    { timestampMs: (nowMs) => nowMs + HOUR_MS / 12 },
  ],
  'whole-seconds': [
    'tells the time in milliseconds that are whole seconds, so that what it repeats is signed alike',
    'auth.client-fresh-signature',
    { timestampMs: (nowMs) => Math.floor(nowMs / 1000) * 1000 },
  ],
  'whole-minutes': [
    'tells the time of the last minute',
    'auth.client-fresh-signature',
    { timestampMs: (nowMs) => Math.floor(nowMs / 60_000) * 60_000 },
  ],
  'two-decimals': [
    'keeps amounts with two decimals',
    'numbers.client-reads-exact',
    { figure: (text) => text.replace(/(\.[0-9]{2})[0-9]+$/, '$1') },
  ],
  'clock-off': [
    'has a clock that is an hour behind',
    'auth.client-timestamp-near',
    { timestampMs: (nowMs) => nowMs - HOUR_MS },
  ],
});
