// Interface 1, rule 6; 4.1: the figures that a client sends are those that it was told, to the last digit.
import { equals, readDecimal } from '../../../toolkit/decimal/index.js';
import { type PlaceInput, requestParamsOf } from '../../../toolkit/intents/index.js';
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { fact, seenSo } from '../stage/grounds.js';
import { sentFor } from '../stage/sendings.js';

/** What the service makes of them is its own matter: they are judged as they are sent. */
const FIGURES: readonly (readonly [slug: string, title: string, told: Partial<PlaceInput>])[] = [
  ['zeros-at-the-end', 'sends figures that end in zeros unchanged in value', { volume: '100', price: '1.10000' }],
  [
    'many-digits',
    'sends figures of more digits than a floating-point number holds',
    { volume: '123456789012345678.123456789', price: '9007199254740993.00001' },
  ],
  ['no-binary-fraction', 'sends figures that no binary fraction is', { volume: '0.07', price: '1.00003' }],
  [
    'stop-loss-and-take-profit',
    'sends stop loss and take profit to the last digit',
    { stop_loss_price: '1.000000000000000000013', take_profit_price: '1234567890.123456789012345' },
  ],
];

/** Words of the intent by those of the request. */
const NAMES = {
  volume: 'volume',
  price: 'price',
  stopLossPrice: 'stop_loss_price',
  takeProfitPrice: 'take_profit_price',
} as const;

for (const [slug, title, told] of FIGURES) {
  clientCheck(`numbers.client-sends-exact/${slug}`, { title, depth: 'wire', situation: honest }, async (stage) => {
    const order = stage.place(told);
    await order.reply;
    const sent = sentFor(stage, order);
    stage.reached('a placement', sent.length > 0);
    // What the venue's spelling has no place for nobody can send.
    const carried = stage.carries('placeOrder', requestParamsOf(order.input));
    const figures = Object.entries(NAMES).flatMap(([name, word]) => {
      const figure = told[word];
      return figure === undefined || carried[name] === undefined ? [] : [{ name, word, figure }];
    });
    if (figures.length === 0) stage.notApplicable('placements of this venue have no place for these figures');
    for (const request of sent) {
      for (const { name, word, figure } of figures) {
        const value = request.read.params[name];
        const [left, right] = [readDecimal(figure), readDecimal(String(value))];
        stage.expect.that(left !== undefined && right !== undefined && equals(left, right), {
          grounds: seenSo(request, fact(`/params/${name}`, 'sameDecimal', figure)),
          expected: `${word} ${figure}`,
          actual: JSON.stringify(value) ?? 'none',
          evidence: [request],
          certain: true,
        });
      }
    }
  });
}
