// How a service may end an events stream (interface 4.5; 6.4, rule 3): with whatever code, or without one. When it does is up to the
// check, which has it end by `hangUp`.
import type { Situation } from './situation.js';

function closing(how: string, code: number | undefined): Situation {
  return {
    id: `closed-${how}`,
    section: '6.4',
    points: ['ws-details', 'guard-live-connection'],
    summary: `The service closes a stream ${code === undefined ? 'without a code' : `with the code ${code}`}.`,
    behaviour: { streamOnDisable: 'close' },
    rules: ({ closeCode }) => ({ closeCode: (reason) => (reason === 'disabled' ? code : closeCode(reason)) }),
  };
}

export const closedNormally: Situation = closing('normally', 1000);
export const closedGoingAway: Situation = closing('going-away', 1001);
export const closedByPolicy: Situation = closing('by-policy', 1008);
export const closedInError: Situation = closing('in-error', 1011);
export const closedWithOwnCode: Situation = closing('with-own-code', 4000);
export const closedWithoutCode: Situation = closing('without-code', undefined);
