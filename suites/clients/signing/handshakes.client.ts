// Handshakes of the events stream (interface 4.5, rule 1; 5): signed as a GET, with exactly the path of the stream.
import { dutiesOfHandshakes } from '../../../toolkit/checkers/client/signing-duties.js';
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { expectSent, judgementOf } from '../stage/sent-history.js';

/** Clients often have other code for handshakes than for the rest. */
const AS_EVERY_REQUEST = dutiesOfHandshakes();

const NEEDS = { operations: [], streams: ['transactions'] } as const;

clientCheck(
  'auth.client-signs-handshakes/events-stream',
  {
    title: 'signs the handshake of its stream, as every request is signed',
    depth: 'wire',
    situation: honest,
    needs: NEEDS,
    requirements: AS_EVERY_REQUEST,
    begins: false,
  },
  async (stage) => {
    // One that is refused for its signature may end the client.
    await stage.begin({ required: false });
    await stage.until('a handshake', () => stage.seen.handshakes()[0]);
    for (const duty of AS_EVERY_REQUEST) {
      if (judgementOf(stage.seen, duty).judged > 0) expectSent(stage, duty, 'a handshake');
    }
    expectSent(stage, 'auth.client-signs-handshakes', 'a handshake');
  },
);

clientCheck(
  'auth.client-handshake-path/events-stream',
  {
    title: 'signs the path of its stream, and asks for it without a query',
    depth: 'wire',
    situation: honest,
    needs: NEEDS,
  },
  async (stage) => {
    await stage.until('a handshake of the events stream', () =>
      stage.seen.handshakes().find(({ stream }) => stream === 'events'),
    );
    expectSent(stage, 'auth.client-handshake-path', 'a handshake of the events stream');
  },
);
