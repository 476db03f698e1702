// What happens to requests and answers on their way (interface 4.1; 6; 8): the interface promises neither that one arrives nor when.
import type { Rules } from '../../../toolkit/reference/index.js';
import type { Incident, Situation } from './situation.js';

/** So long after its library has read an event a client has taken it in. */
const TAKEN_IN_MS = 600;
const SOON_MS = 30;

/** Operation status is retained for a limited time, whose length is open (interface 4.3). */
function statusSoonGone(): Partial<Rules> {
  return { keepsStatus: (ageMs, _retentionMs, state) => state === 'pending' || ageMs < SOON_MS };
}

/** A cut comes so much after its request that a repeat is signed in another millisecond. */
const CUT: Incident['fate'] = { deliver: 'cut-before', delayMs: 15 };

export const honest: Situation = {
  id: 'honest',
  section: '1',
  points: [],
  summary: 'Nothing out of the ordinary happens.',
};

export const answerLost: Situation = {
  id: 'answer-lost',
  section: '8',
  points: [],
  summary: 'A mutation is carried out, and its connection ends before the answer.',
  incidents: [{ on: 'mutation', fate: CUT }],
};

export const openingLost: Situation = {
  id: 'opening-lost',
  section: '8',
  points: [],
  summary: 'A position is opened, and the connection of its request ends before the answer.',
  incidents: [{ on: 'openPosition', fate: CUT }],
};

export const endingLost: Situation = {
  id: 'ending-lost',
  section: '8',
  points: [],
  summary: 'A position is closed or an order cancelled, and the connection of the request ends before the answer.',
  incidents: [
    { on: 'closePosition', fate: CUT },
    { on: 'cancelOrder', fate: CUT },
  ],
};

export const answerTorn: Situation = {
  id: 'answer-torn',
  section: '8',
  points: [],
  summary: 'A mutation is carried out, and its connection ends in the midst of the answer.',
  incidents: [{ on: 'mutation', fate: { deliver: 'cut-inside', delayMs: 15 } }],
};

export const threeAnswersLost: Situation = {
  id: 'three-answers-lost',
  section: '8',
  points: [],
  summary: 'A mutation is carried out, and three answers to it are lost in a row.',
  incidents: [{ on: 'mutation', times: 3, fate: CUT }],
};

export const requestLost: Situation = {
  id: 'request-lost',
  section: '8',
  points: [],
  summary: 'The connection of a mutation ends before it is carried out.',
  incidents: [{ on: 'mutation', lost: true }],
};

export const duplicateAsOk: Situation = {
  id: 'duplicate-as-ok',
  section: '8',
  points: ['duplicate-status'],
  summary: 'The answer to an opening is lost, and its repeat is accepted with 200.',
  behaviour: { duplicateStatus: 200 },
  incidents: [{ on: 'openPosition', fate: CUT }],
};

export const answerBehindEvent: Situation = {
  id: 'answer-behind-event',
  section: '6',
  points: ['event-order', 'status-retention'],
  summary: 'The event of an operation is read before the answer to its request leaves, and its status is soon gone.',
  rules: statusSoonGone,
  incidents: [{ on: 'mutation', times: 1000, fate: { deliver: 'whole' }, behindEvent: true }],
};

export const answerLostBehindEvent: Situation = {
  id: 'answer-lost-behind-event',
  section: '8',
  points: ['event-order'],
  summary: 'The event of an operation is read, then the connection of its request ends without an answer.',
  incidents: [{ on: 'mutation', fate: { deliver: 'cut-before', delayMs: TAKEN_IN_MS }, behindEvent: true }],
};

export const noAnswerEver: Situation = {
  id: 'no-answer-ever',
  section: '8',
  points: [],
  summary: 'Mutations are carried out, and every connection ends before the answer.',
  incidents: [{ on: 'mutation', times: 1000, fate: CUT }],
};

export const slowReads: Situation = {
  id: 'slow-reads',
  section: '4.4',
  points: [],
  summary: 'Reads are answered after a while.',
  incidents: [{ on: 'read', times: 1000, fate: { deliver: 'whole', delayMs: 50 } }],
};
