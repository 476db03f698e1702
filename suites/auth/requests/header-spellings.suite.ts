// Headers as HTTP lets them be (interface 5.1; RFC 9110, section 5): the case of their names and their order say nothing, and what
// intermediaries add is nobody's. Reads, placements and handshakes are accepted with any of it.
import { HARMLESS_HEADERS } from '../../../toolkit/values/transport.js';
import type { HeaderList } from '../../../toolkit/wire/exchange.js';
import { scenario } from '../../runner/registry.js';
import { READ } from '../../words/needs.js';
import { sendOf } from '../../words/send.js';

const isSigned = ([name]: HeaderList[number]): boolean => /^svc-/i.test(name);

function named(write: (name: string) => string): (headers: HeaderList) => HeaderList {
  return (headers) => headers.map((one) => (isSigned(one) ? [write(one[0]), one[1]] : one));
}

const SPELLINGS: readonly { readonly words: string; readonly headers: (headers: HeaderList) => HeaderList }[] = [
  {
    words: 'in reverse order',
    headers: (headers) => [...headers.filter((one) => !isSigned(one)), ...headers.filter(isSigned).reverse()],
  },
  { words: 'with names in lower case', headers: named((name) => name.toLowerCase()) },
  { words: 'with names in upper case', headers: named((name) => name.toUpperCase()) },
  {
    words: 'with names in mixed case',
    headers: named((name) =>
      name.replace(/[A-Za-z]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
    ),
  },
  {
    words: 'among headers of intermediaries',
    headers: (headers) => {
      const others = HARMLESS_HEADERS.filter(([name]) =>
        headers.every(([other]) => other.toLowerCase() !== name.toLowerCase()),
      );
      return [...others, ...headers];
    },
  },
];

for (const { id, words, request, needs } of [
  { id: 'auth.signed-get-accepted/header-spellings', words: 'a read', request: 'limits', needs: READ },
  { id: 'auth.signed-post-accepted/header-spellings', words: 'a placement', request: 'placeOrder', needs: {} },
  { id: 'auth.handshake-path-accepted/header-spellings', words: 'a handshake', request: 'eventsStream', needs: READ },
] as const) {
  scenario({
    id,
    title: `accepts ${words} whatever the order of its headers, the case of their names, and what stands among them`,
    purposes: [63],
    needs,
    effort: 'standard',
    async run(t) {
      for (const { words: spelt, headers } of SPELLINGS) {
        const send = sendOf(t.account, request, request === 'placeOrder' ? await t.account.order() : {});
        t.expect.accepted(await send({ damage: { name: `headers ${spelt}`, headers } }), {
          message: `with headers ${spelt}`,
        });
      }
    },
  });
}
