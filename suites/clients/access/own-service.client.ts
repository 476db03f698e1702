// Interface 4; 5: what a client signs is for the service alone. A redirect to another address is answered by nothing signed.
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { listenElsewhere } from '../stage/elsewhere.js';
import type { Stage } from '../stage/stage.js';

for (const [status, slug] of [
  [307, 'redirected-for-now'],
  [308, 'redirected-for-good'],
] as const) {
  clientCheck(
    `auth.client-own-service/${slug}`,
    {
      title: `sends nothing signed to where a ${status} points`,
      depth: 'wire',
      situation: honest,
      needs: { operations: ['read'] },
    },
    (stage) => redirects(stage, status),
  );
}

clientCheck(
  'auth.client-own-service/redirected-order',
  {
    title: 'sends no order, nor anything else that is signed, to where a 307 points',
    depth: 'wire',
    situation: honest,
  },
  async (stage) => {
    const elsewhere = await listenElsewhere();
    try {
      const headers = ['Location', `${elsewhere.address}/v1/elsewhere`];
      const armed = stage.arm({
        on: 'mutation',
        times: 1000,
        refused: { status: 307, name: 'REQUEST_INVALID', headers },
      });
      const { reply } = stage.place();
      await stage.eventually(() => (armed.struck > 0 ? true : undefined));
      await stage.grace();
      armed.disarm();
      await reply;
      stage.reached('a placement that was redirected', armed.struck > 0);
      expectNothing(stage, elsewhere.signed(), 'placeOrder');
    } finally {
      elsewhere.close();
    }
  },
);

function expectNothing(stage: Stage, signed: string | undefined, request: 'account' | 'placeOrder'): void {
  stage.expect.that(signed === undefined, {
    expected: 'nothing that is signed at another address',
    actual: `${signed} with signed headers`,
    evidence: stage.seen.requests(request).slice(0, 1),
  });
}

async function redirects(stage: Stage, status: number): Promise<void> {
  const elsewhere = await listenElsewhere();
  try {
    const refused = { status, name: 'REQUEST_INVALID', headers: ['Location', `${elsewhere.address}/v1/elsewhere`] };
    const armed = stage.arm({ on: 'read', times: 1000, refused });
    await stage.tell('read', { what: 'account' });
    await stage.tell('read', { what: 'limits' });
    await stage.grace();
    stage.reached('a read that was redirected', armed.struck > 0);
    expectNothing(stage, elsewhere.signed(), 'account');
  } finally {
    elsewhere.close();
  }
}
