// Interface 6.3: instrument events carry a known action and the full condition object, for subscribed instruments only.
import { INSTRUMENT_ACTIONS } from '../../payload/vocabulary.js';
import { type Checker, stateless } from '../checker.js';
import { has, show, textAt } from '../ledger/views.js';

const ACTION = 'instruments.action-values';
const FULL = 'instruments.full-conditions';
const SUBSCRIBED = 'instruments.subscribed-only';
const MEMBERS = ['volumeMin', 'volumeMax', 'volumeStep', 'pointDigits'] as const;
const ALL = 'all';

export const instrumentEvents: Checker = stateless({
  name: 'instrument-events',
  sees: ['instrument_event'],
  summary: 'instrument events carry a known action and full conditions, for subscribed instruments only',
  requirements: [FULL, ACTION, SUBSCRIBED],
  see(entry, { ledger, findings }) {
    if (entry.type !== 'message' || entry.kind !== 'instrument_event') return;
    const { view, i } = entry;
    const action = view['action'];
    findings.judge(
      ACTION,
      INSTRUMENT_ACTIONS.some((known) => known === action),
      () => ({
        message: 'an instrument event has an unknown action',
        expected: `one of ${INSTRUMENT_ACTIONS.join(', ')}`,
        actual: show(action),
        evidence: [i],
      }),
    );
    const missing = MEMBERS.filter((member) => !has(view['conditions'], member));
    findings.judge(FULL, missing.length === 0, () => ({
      message: 'an instrument event does not carry the full conditions',
      expected: MEMBERS.join(', '),
      actual: `${missing.join(', ')} missing`,
      evidence: [i],
    }));
    const connection = ledger.connections.get(entry.conn);
    const asked = connection?.asked.get('instruments');
    const instrument = textAt(view, 'instrument');
    if (connection === undefined || connection.sentOther || asked === undefined || instrument === undefined) return;
    findings.judge(SUBSCRIBED, asked.has(ALL) || asked.has(instrument), () => ({
      message: 'an instrument event concerns an instrument outside the subscription',
      expected: `only ${[...asked].join(', ')}`,
      actual: instrument,
      evidence: [i],
    }));
  },
});
