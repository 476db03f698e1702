// What is played again, and what stands: a machine that stands still may be the cause of anything, a lapse is a lapse the first time.
import { beforeAll, expect, it, vi } from 'vitest';
import { type PlayedCheck, play } from '../../../suites/clients/playing/play.js';
import { type Venue, venueOf } from '../../../suites/clients/playing/testbed.js';
import { honest } from '../../../suites/clients/situations/answers.js';
import type { ClientCheckSpec } from '../../../suites/clients/stage/check-spec.js';
import type { Judged, Stage } from '../../../suites/clients/stage/stage.js';
import { HONEST, referenceClient } from '../../client/index.js';

// A play under load takes its time.
vi.setConfig({ testTimeout: 60_000 });
let venue: Venue;

beforeAll(async () => {
  venue = await venueOf('default', 7);
});

const LONG_PAUSE_MS = 400;

function standStill(): void {
  const until = performance.now() + LONG_PAUSE_MS;
  while (performance.now() < until);
}

/** Plays a body with the honest client, and counts how often. */
async function playing(
  run: (stage: Stage, time: number) => void,
  once?: true,
): Promise<readonly [PlayedCheck['verdict'], number]> {
  let times = 0;
  const spec: ClientCheckSpec = {
    id: 'auth.client-headers/of-a-test',
    title: 'is a body of a test',
    depth: 'wire',
    situation: honest,
    run: async (stage) => {
      times += 1;
      run(stage, times);
    },
  };
  const client = referenceClient(HONEST);
  const check = { spec, area: 'own', source: '' };
  const { verdict } = await play({ check, client, venue, signal: new AbortController().signal, once: once === true });
  await client.close();
  return [verdict, times];
}

const holding = (stage: Stage, holds: boolean, judged: Judged = {}): void =>
  stage.expect.that(holds, { expected: 'it', actual: 'another', ...judged });

it('plays again what failed while the machine stood still, and believes the play at ease', async () => {
  const played = await playing((stage, time) => {
    if (time === 1) standStill();
    holding(stage, time > 1);
  });
  expect(played).toEqual(['pass', 2]);
});

it.each([
  ['a matter of time', { timely: true }],
  ['anything else', {}],
] as const)('says nothing of %s on a machine that is never at ease', async (_, judged) => {
  const played = await playing((stage) => {
    standStill();
    holding(stage, false, judged);
  });
  expect(played).toEqual(['inconclusive', 5]);
});

it('believes at once what one request says by itself', async () => {
  const played = await playing((stage) => {
    standStill();
    holding(stage, false, { certain: true });
  });
  expect(played).toEqual(['fail', 1]);
});

it('does not play again who is known to err', async () => {
  const played = await playing((stage) => {
    standStill();
    holding(stage, false, { timely: true });
  }, true);
  expect(played).toEqual(['fail', 1]);
});
