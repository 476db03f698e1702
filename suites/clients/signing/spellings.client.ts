// What differs in few requests only (interface 5.1; 5.3, rules 2 and 4): the two alphabets of base64, and how a query is written.
import { HEADER } from '../../../toolkit/signing/headers.js';
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { headerOf } from '../stage/seen.js';
import { expectSent } from '../stage/sent-history.js';
import type { Stage } from '../stage/stage.js';
import { LONG_AGO, read } from './exercise.js';

const MOST_TRIES = 80;

clientCheck(
  'auth.client-url-alphabet/until-it-shows',
  { title: 'writes data, signature and hash in the alphabet of base64url', depth: 'wire', situation: honest },
  async (stage) => {
    // Of three tildes one stands where it shows the alphabet of data, unless the client escapes them.
    await read(stage, { what: 'status', operation_id: 'op~~~' });
    for (let tries = 0; tries < MOST_TRIES && !showsAlphabet(stage); tries += 1) {
      const { kind } = stage.has('read') ? await read(stage, { what: 'limits' }) : await stage.place().reply;
      if (kind === 'silent' || kind === 'gone') break;
    }
    expectSent(stage, 'auth.client-url-alphabet', 'a signature in which the alphabets of base64 differ');
  },
);

/** Whether a signature was sent in which either alphabet shows. */
function showsAlphabet(stage: Stage): boolean {
  return stage.seen.all.some((request) => /[-_+/]/.test(headerOf(request, HEADER.signature) ?? ''));
}

clientCheck(
  'auth.client-query-untouched/filters-of-history',
  {
    title: 'sends the query as it signed it',
    depth: 'wire',
    situation: honest,
    needs: { operations: ['history'] },
  },
  async (stage) => {
    for (const what of ['orders', 'deals'] as const) {
      await stage.tell('history', { what, from: LONG_AGO, to: '2099-12-31T23:59:59+00:00', limit: 5 });
    }
    expectSent(stage, 'auth.client-query-untouched', 'a request with a query');
  },
);
