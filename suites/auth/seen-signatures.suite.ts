// What was verified once vouches for nothing else (interface 5.1; 5.3, rules 1 and 8): neither for its SVC-DATA under another signature,
// nor for its signature under other SVC-DATA. Whether the very same request is taken twice is left open and not asked here.
import { HEADER } from '../../toolkit/signing/headers.js';
import type { HeaderList, HttpExchange } from '../../toolkit/wire/exchange.js';
import type { CheckContext, SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

const SIGNED: readonly string[] = Object.values(HEADER);

/** The accepted read, then its twin with these of its headers repeated from it. Timestamps, and so signatures, differ between the two. */
async function withEarlier(t: CheckContext, names: readonly string[], name: string): Promise<HttpExchange> {
  let earlier: HeaderList = [];
  const send = async (options: SendOptions): Promise<HttpExchange> => {
    const exchange = await t.account.request('limits', {}, options);
    if (options.damage === undefined)
      earlier = exchange.sent?.headers ?? t.inconclusive('the request was not sent', [exchange.record]);
    return exchange;
  };
  const headers = (fresh: HeaderList): HeaderList =>
    fresh.map(([header, value]) => {
      const seen = names.includes(header) ? earlier.find(([other]) => other === header)?.[1] : undefined;
      return [header, seen ?? value] as const;
    });
  return t.twin({ send, damage: { name, headers } });
}

for (const { slug, title, names } of [
  {
    slug: 'data-seen-before',
    title: 'refuses a read with the SVC-DATA of an accepted one and the signature of other data',
    names: SIGNED.filter((name) => name !== HEADER.signature),
  },
  {
    slug: 'signature-seen-before',
    title: 'refuses a read with the signature of an accepted one and other SVC-DATA',
    names: [HEADER.signature],
  },
]) {
  scenario({
    id: `auth.signature-verified/read-${slug}`,
    title,
    needs: { shared: true, readOnly: true },
    async run(t) {
      const name = slug === 'data-seen-before' ? 'every header but SVC-SIGN repeated' : 'SVC-SIGN repeated';
      t.expect.refused(await withEarlier(t, names, name));
    },
  });
}
