// Bodies at random (interface 4.1): what is not JSON is never executed, what is odd JSON never makes the service fail. Whether members
// may stand twice, and what becomes of unknown ones, is left open.
import { isJsonText } from '../../toolkit/payload/json-kind.js';
import type { Submission } from '../runner/context.js';
import { property } from '../runner/registry.js';
import { placementBody } from '../words/calls/placement-body.js';
import { countFrom } from '../words/trading/executions.js';

/** What is made of the body of a sound order, at a place or in a size that is drawn. */
type Rewrite = (body: string, at: number) => string;

function inserting(text: string): Rewrite {
  return (body, at) => {
    const place = at % (body.length + 1);
    return body.slice(0, place) + text + body.slice(place);
  };
}

/** Within the document: what follows it is for lenient readers. */
function insertingWithin(text: string): Rewrite {
  return (body, at) => {
    const place = 1 + (at % (body.length - 1));
    return body.slice(0, place) + text + body.slice(place);
  };
}

/** Each spoils the text somewhere, for any reader; what is still JSON afterwards is not judged as malformed. */
const SPOILT: Readonly<Record<string, Rewrite>> = {
  'cut off': (body, at) => body.slice(0, at % body.length),
  'a character dropped': (body, at) => body.slice(0, at % body.length) + body.slice((at % body.length) + 1),
  'a quote added': insertingWithin('"'),
  'a lone surrogate escape added': insertingWithin('\\ud800'),
  'NaN for a value': (body) => body.replace(/"[0-9.]+"/, 'NaN'),
};

/** No JSON either, and yet some readers in use find a whole order in it: they stop behind it, or take more than JSON. */
const LENIENT: Readonly<Record<string, Rewrite>> = {
  'a comma added': inserting(','),
  'a brace added': inserting('}'),
  'a NUL added': inserting('\u0000'),
  'single quotes': (body) => body.replaceAll('"', "'"),
  'a comment added': inserting('/* comment */'),
  'two documents': (body) => `${body}${body}`,
  'a bare number with a sign': (body) => body.replace(/"([0-9.]+)"/, '+$1'),
  'a bare number with a leading zero': (body) => body.replace(/"([0-9.]+)"/, '0$1'),
};

for (const { id, words, rewrites, level } of [
  {
    id: 'orders.body-malformed-refused/spoilt-at-random',
    words: 'wherever it was spoilt',
    rewrites: SPOILT,
    level: {},
  },
  {
    id: 'orders.body-malformed-refused/lenient-at-random',
    words: 'though a lenient reader finds an order in it',
    rewrites: LENIENT,
    // 4.1 binds the sender to a JSON body; that nothing else is read is not said.
    level: { level: 'should' },
  },
] as const) {
  property({
    id,
    title: `executes no placement whose body is no JSON, ${words}`,
    requirements: ['orders.sync-code-500'],
    ...level,
    purposes: [61],
    needs: { accounts: 0 },
    async run(t) {
      await t.property(
        (fc) => [
          fc.array(fc.tuple(fc.constantFrom(...Object.entries(rewrites)), fc.nat()), { minLength: 1, maxLength: 5 }),
        ],
        async ({ account }, spoilt) => {
          const executions = await countFrom(t, account);
          await account.place();
          const refused: Submission[] = [];
          for (const [[, rewrite], at] of spoilt) {
            const order = await account.order();
            const body = rewrite(placementBody(t, order, account), at);
            if (isJsonText(body)) continue;
            const submission = await account.submit(order, { body });
            if (!submission.accepted) refused.push(submission);
          }
          await executions.expect({ orders: 1 });
          for (const submission of refused) {
            t.expect.at(submission, '/status', 'notEquals', 500, { requirement: 'orders.sync-code-500' });
            t.expect.refused(submission);
          }
        },
        { runs: 6 },
      );
    },
  });
}

/** With a member ahead of those that are there. */
function leading(member: string | ((at: number) => string)): Rewrite {
  return (body, at) => body.replace(/^\{/, () => `{${typeof member === 'string' ? member : member(at)},`);
}

function nested(open: string, core: string, close: string, depth: number): string {
  return `"deep":${open.repeat(depth)}${core}${close.repeat(depth)}`;
}

/** JSON that readers treat differently; none of it is forbidden by the interface, and none may make the service fail. */
const ODD: Readonly<Record<string, Rewrite>> = {
  'a member twice': leading('"volume":"1","volume":"1"'),
  'a __proto__': leading('"__proto__":{"volume":"1"}'),
  'a constructor': leading('"constructor":{"prototype":{"volume":"1"}}'),
  'an empty member name': leading('"":"1"'),
  'a deep list': leading((at) => nested('[', '', ']', 50 + (at % 2000))),
  'a deep object': leading((at) => nested('{"a":', '1', '}', 50 + (at % 1000))),
  'many members': leading((at) => Array.from({ length: 50 + (at % 500) }, (_, n) => `"m${n}":${n}`).join()),
  'a long text': leading((at) => `"long":"${'x'.repeat(1000 + (at % 20_000))}"`),
  'a null in place of text': (body) => body.replace(/"[0-9.]+"/, 'null'),
  'an object in place of text': (body) => body.replace(/"([0-9.]+)"/, '{"value":"$1"}'),
  'a list in place of text': (body) => body.replace(/"([0-9.]+)"/, '["$1"]'),
  'a byte order mark': (body) => `\ufeff${body}`,
  'a lone surrogate': leading('"odd":"\\ud800"'),
};

property({
  id: 'orders.sync-code-500/odd-json-at-random',
  title: 'does not fail over a placement of odd JSON, and executes it once at most',
  requirements: ['domain.every-ack-one-result'],
  purposes: [61],
  needs: { accounts: 0 },
  async run(t) {
    await t.property(
      (fc) => [fc.array(fc.tuple(fc.constantFrom(...Object.entries(ODD)), fc.nat()), { minLength: 1, maxLength: 5 })],
      async ({ account }, odd) => {
        const executions = await countFrom(t, account);
        const sent: Submission[] = [];
        for (const [[, rewrite], at] of odd) {
          const order = await account.order();
          const submission = await account.submit(order, { body: rewrite(placementBody(t, order, account), at) });
          sent.push(submission);
        }
        const results = await Promise.all(sent.filter(({ accepted }) => accepted).map((one) => account.settle(one)));
        const orders = results.filter(({ status }) => status === 'success').length;
        await executions.expect({ orders }, { requirement: 'domain.every-ack-one-result' });
        for (const one of sent) t.expect.at(one, '/status', 'atMost', 499);
      },
      { runs: 6 },
    );
  },
});
