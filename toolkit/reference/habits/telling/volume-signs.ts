// Legal signs of volumes (interface 1, rule 6; 2.2): those of what is sold may have a minus, as brokers write quantities.
import { negate } from '../../../decimal/index.js';
import type { JsonObject } from '../../../payload/json.js';
import type { Deal } from '../../domain.js';
import { amended } from '../../faults/algebra/edits.js';
import type { Edits } from '../../faults/algebra/index.js';
import { among, type Habit, speakingOf } from '../algebra/index.js';

const signs = among('volume-signs', '2.2', ['decimal-grammar', 'entity-fields']);

const OF_DEALS: Edits = {
  dealsOf: amended((deals) => deals.map(withSignOfSide)),
  shownDeal: amended(withSignOfSide),
};

export const volumeSigns: readonly Habit[] = [
  signs('volumes-of-sales-negative', {
    summary: 'The volume of a deal that sells has a minus, in events and in history.',
    rules: OF_DEALS,
  }),
  signs('volumes-of-all-sales-negative', {
    summary: 'The volume of an order, a position and a deal that sells has a minus.',
    rules: OF_DEALS,
    speech: (speech) => speakingOf('position', signed)(speakingOf('order', signed)(speech)),
  }),
];

function withSignOfSide(deal: Deal): Deal {
  return deal.side === 'sell' && deal.volume !== undefined ? { ...deal, volume: negate(deal.volume) } : deal;
}

/** In either dialect; nothing has no sign. */
function signed(entity: JsonObject): JsonObject {
  const { side, way, volume } = entity;
  const isSale = side === 'sell' || way === 'SHORT';
  return isSale && typeof volume === 'string' && /[1-9]/.test(volume) ? { ...entity, volume: `-${volume}` } : entity;
}
