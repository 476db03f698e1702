// Handshakes of the events stream (interface 4.5, rule 1; 5): signed as a GET, with exactly the path of the stream.
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { expectSent } from '../stage/sent-history.js';

const NEEDS = { operations: [], streams: ['transactions'] } as const;

clientCheck(
  'auth.client-signs-handshakes/events-stream',
  { title: 'signs the handshake of its stream', depth: 'wire', situation: honest, needs: NEEDS },
  async (stage) => {
    await stage.until('a handshake', () => stage.seen.handshakes()[0]);
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
