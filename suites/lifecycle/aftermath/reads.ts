// The routine of reads and of signing: what is signed is answered whole, and what is not signed rightly is refused (interface 4.4; 5.3).
import { damageOf } from '../../../toolkit/wire/damage/library.js';
import type { CheckContext } from '../../runner/context.js';
import { listedInstruments } from '../../words/listed-instruments.js';
import { sendOf } from '../../words/send.js';
import type { Routine } from './routine.js';

const CONDITIONS = [
  { member: 'volumeMin', requirement: 'configuration.conditions-volume-min' },
  { member: 'volumeMax', requirement: 'configuration.conditions-volume-max' },
  { member: 'volumeStep', requirement: 'configuration.conditions-volume-step' },
  { member: 'pointDigits', requirement: 'configuration.conditions-point-digits' },
] as const;

/** Far outside of any window that is close to the time of the service. */
const FAR_MS = 24 * 3_600_000;

async function expectWrongOnesRefused(t: CheckContext): Promise<void> {
  const send = sendOf(t.account, 'limits');
  for (const { damage, requirement } of [
    { damage: damageOf('sign-by-another-key').damage, requirement: 'auth.signature-verified' },
    { damage: damageOf('payload-body-hash-wrong').damage, requirement: 'auth.body-hash-matches' },
    { damage: { shiftMs: -FAR_MS }, requirement: 'auth.timestamp-past-refused' },
    { damage: { shiftMs: FAR_MS }, requirement: 'auth.timestamp-future-refused' },
  ] as const) {
    t.expect.refused(await t.twin({ send, damage }), { requirement });
  }
}

export const READS: Routine = {
  word: 'reads',
  words: 'answers reads, and refuses what is not signed rightly,',
  needs: {},
  requirements: [
    'auth.signature-verified',
    'auth.body-hash-matches',
    'auth.timestamp-past-refused',
    'auth.timestamp-future-refused',
    'configuration.instruments-complete',
    ...CONDITIONS.map(({ requirement }) => requirement),
  ],
  checkers: [],
  async play(t) {
    await expectWrongOnesRefused(t);
    const name = t.account.instrument().name;
    const conditions = await t.account.request('conditions', { instrument: name });
    t.expect.accepted(conditions, { requirement: 'configuration.conditions-volume-min' });
    for (const { member, requirement } of CONDITIONS) {
      t.expect.at(conditions, `/view/${member}`, 'present', { requirement });
    }
    const list = await listedInstruments(t);
    const missing = t.account.instruments.map((one) => one.name).filter((one) => !list.names.includes(one));
    t.expect.none(missing, 'every instrument that it trades on in the list', {
      evidence: [list],
      requirement: 'configuration.instruments-complete',
    });
  },
};
