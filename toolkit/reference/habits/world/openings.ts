// Legal bodies and codes of the call that opens positions, of which the interface shows neither (interface 4.2).
import type { JsonObject } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { amended } from '../../faults/algebra/edits.js';
import type { Speech } from '../../speech/speech.js';
import { among, type Habit, stating } from '../algebra/index.js';

const openings = among('opening-body', '4.2', ['positions-shapes']);
const openingCodes = among('opening-codes', '4.2', ['positions-codes']);

export const openingHabits: readonly Habit[] = [
  openings('openings-with-short-names', {
    summary: 'The body of an opening has names of its own for instrument, side, volume and levels.',
    speech: readingOpenings((body) => ({
      instrument: body['symbol'] ?? null,
      side: body['direction'] ?? null,
      volume: body['lots'] ?? null,
      stop_loss_price: body['sl'] ?? null,
      take_profit_price: body['tp'] ?? null,
    })),
    stated: stating({
      requests: {
        openPosition: {
          body: {
            symbol: '{instrument}',
            direction: '{side}',
            lots: '{volume}',
            sl: '{stop_loss_price}',
            tp: '{take_profit_price}',
          },
        },
      },
    }),
  }),
  openings('openings-by-parts', {
    summary: 'The body of an opening lies in an object that names the way of execution.',
    speech: readingOpenings((body) => {
      const trade = isJsonObject(body['trade']) ? body['trade'] : {};
      return {
        instrument: trade['instrument'] ?? null,
        side: trade['side'] ?? null,
        volume: trade['volume'] ?? null,
        stop_loss_price: trade['stop_loss_price'] ?? null,
        take_profit_price: trade['take_profit_price'] ?? null,
      };
    }),
    stated: stating({
      requests: {
        openPosition: {
          body: {
            execution: 'MARKET',
            trade: {
              instrument: '{instrument}',
              side: '{side}',
              volume: '{volume}',
              stop_loss_price: '{stop_loss_price}',
              take_profit_price: '{take_profit_price}',
            },
          },
        },
      },
    }),
  }),
  openingCodes('opening-codes-of-their-own', {
    summary: 'An opening that is rejected has codes that the orders call does not have.',
    rules: {
      finalCode: amended((code, _code, { kind }) =>
        kind === 'openPosition' ? code.replace(/^(TRADING_RULE|MARKET|REQUEST)_/, 'OPENING_') : code,
      ),
    },
  }),
  openingCodes('opening-refused-with-422', {
    summary: 'An opening that is refused for its form is answered with 422.',
    rules: {
      statusOf: amended((status, { name }, operation) =>
        operation === 'openPosition' && status === 400 && name !== 'REQUEST_UNSUPPORTED_MEDIA_TYPE' ? 422 : status,
      ),
    },
  }),
];

/** Reads the body of an opening into that of either dialect, which then reads its words. */
function readingOpenings(read: (body: JsonObject) => JsonObject): (speech: Speech) => Speech {
  return (speech) => ({
    ...speech,
    readTrade: (operation, body, params) => {
      if (operation !== 'openPosition' || !isJsonObject(body)) return speech.readTrade(operation, body, params);
      const plain = read(body);
      const wish = { symbol: { code: plain['instrument'] ?? null }, way: plain['side'] ?? null };
      return speech.readTrade(operation, { ...plain, wish }, params);
    },
  });
}
