// Bodies at random (interface 4.1): what is not JSON is never executed, what is odd JSON never makes the service fail. Whether members
// may stand twice, and what becomes of unknown ones, is left open.
import type { Submission } from '../runner/context.js';
import { property } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';

type Spoil = (body: string, at: number) => string;

/** Each spoils the text somewhere; what is still JSON afterwards is not judged as malformed. */
const SPOILERS: readonly (readonly [name: string, spoil: Spoil])[] = [
  ['cut off', (body, at) => body.slice(0, at % body.length)],
  ['a character dropped', (body, at) => body.slice(0, at % body.length) + body.slice((at % body.length) + 1)],
  ['a comma added', (body, at) => insert(body, at, ',')],
  ['a quote added', (body, at) => insert(body, at, '"')],
  ['a brace added', (body, at) => insert(body, at, '}')],
  ['a NUL added', (body, at) => insert(body, at, '\u0000')],
  ['a lone surrogate escape added', (body, at) => insert(body, at, '\\ud800')],
  ['single quotes', (body) => body.replaceAll('"', "'")],
  ['a comment added', (body, at) => insert(body, at, '/* comment */')],
  ['two documents', (body) => `${body}${body}`],
  ['NaN for a value', (body) => body.replace(/"[0-9.]+"/, 'NaN')],
];

function insert(body: string, at: number, text: string): string {
  const place = at % (body.length + 1);
  return body.slice(0, place) + text + body.slice(place);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

property({
  id: 'orders.body-malformed-refused/spoilt-at-random',
  title: 'executes no placement whose body is no JSON, wherever it was spoilt',
  requirements: ['orders.sync-code-500'],
  purposes: [61],
  needs: { accounts: 0 },
  async run(t) {
    await t.property(
      (fc) => [fc.array(fc.tuple(fc.constantFrom(...SPOILERS), fc.nat()), { minLength: 1, maxLength: 5 })],
      async ({ account }, spoilers) => {
        const executions = await countFrom(t, account);
        const good = await account.submit(await account.order());
        if (!good.accepted) t.inconclusive('the sound body was refused', [good.exchange.record]);
        for (const [[, spoil], at] of spoilers) {
          const params = await account.order();
          const sound = account.spec('placeOrder', params).body;
          if (typeof sound !== 'string') return t.inconclusive('the dialect writes no body for a placement');
          const body = spoil(sound, at);
          if (isJson(body)) continue;
          const submission = await account.submit(params, { body });
          t.expect.at(submission.exchange.record, '/status', 'notEquals', 500, { requirement: 'orders.sync-code-500' });
          if (!submission.accepted) t.expect.refused(submission.exchange);
        }
        await executions.expect({ orders: 1 });
      },
      { runs: 6 },
    );
  },
});

/** JSON that readers treat differently; none of it is forbidden by the interface, and none may make the service fail. */
const ODDITIES: readonly (readonly [name: string, spoil: Spoil])[] = [
  ['a member twice', (body) => body.replace(/^\{/, '{"volume":"1","volume":"1",')],
  ['__proto__', (body) => body.replace(/^\{/, '{"__proto__":{"volume":"1"},')],
  ['constructor', (body) => body.replace(/^\{/, '{"constructor":{"prototype":{"volume":"1"}},')],
  ['an empty member name', (body) => body.replace(/^\{/, '{"":"1",')],
  [
    'a deep list',
    (body, at) => body.replace(/^\{/, `{"deep":${'['.repeat(50 + (at % 2000))}${']'.repeat(50 + (at % 2000))},`),
  ],
  [
    'a deep object',
    (body, at) => body.replace(/^\{/, `{"deep":${'{"a":'.repeat(50 + (at % 1000))}1${'}'.repeat(50 + (at % 1000))},`),
  ],
  [
    'many members',
    (body, at) =>
      body.replace(/^\{/, `{${Array.from({ length: 50 + (at % 500) }, (_, n) => `"m${n}":${n},`).join('')}`),
  ],
  ['a long text', (body, at) => body.replace(/^\{/, `{"long":"${'x'.repeat(1000 + (at % 20_000))}",`)],
  ['a null in place of text', (body) => body.replace(/"[0-9.]+"/, 'null')],
  ['an object in place of text', (body) => body.replace(/"([0-9.]+)"/, '{"value":"$1"}')],
  ['a list in place of text', (body) => body.replace(/"([0-9.]+)"/, '["$1"]')],
  ['a byte order mark', (body) => `\ufeff${body}`],
  ['a lone surrogate', (body) => body.replace(/^\{/, '{"odd":"\\ud800",')],
];

property({
  id: 'orders.sync-code-500/odd-json-at-random',
  title: 'does not fail over a placement of odd JSON, and executes it once at most',
  requirements: ['domain.every-ack-one-result'],
  purposes: [61],
  needs: { accounts: 0 },
  async run(t) {
    await t.property(
      (fc) => [fc.array(fc.tuple(fc.constantFrom(...ODDITIES), fc.nat()), { minLength: 1, maxLength: 5 })],
      async ({ account }, oddities) => {
        const executions = await countFrom(t, account);
        const sent: Submission[] = [];
        for (const [[, spoil], at] of oddities) {
          const params = await account.order();
          const sound = account.spec('placeOrder', params).body;
          if (typeof sound !== 'string') return t.inconclusive('the dialect writes no body for a placement');
          const submission = await account.submit(params, { body: spoil(sound, at) });
          t.expect.at(submission.exchange.record, '/status', 'atMost', 499);
          sent.push(submission);
        }
        const results = await Promise.all(sent.filter(({ accepted }) => accepted).map((one) => account.settle(one)));
        const successes = results.filter(({ status }) => status === 'success').length;
        await executions.expect({ orders: successes }, { requirement: 'domain.every-ack-one-result' });
      },
      { runs: 6 },
    );
  },
});
