// Parts of the interface that a service may not have yet while it is being built: which requests each stands for (section 4), what
// people call it, and where it is described. A claim says of what a target never will have; a part that is not there yet is undecided.
import type { RequestName } from './dialect/dialect.js';

export interface Part {
  readonly requests: readonly RequestName[];
  /** As in "implement …". */
  readonly title: string;
  readonly section: string;
}

export const PART_NAMES = [
  'instruments',
  'conditions',
  'limits',
  'orders',
  'status',
  'positions',
  'streams',
  'ticks',
  'snapshot',
  'history',
  'cancelling',
  'closing',
] as const;
export type PartName = (typeof PART_NAMES)[number];

export const PARTS: Readonly<Record<PartName, Part>> = {
  instruments: { requests: ['instruments'], title: 'the list of instruments', section: '4.4' },
  conditions: { requests: ['conditions'], title: 'the instrument conditions', section: '4.4' },
  limits: { requests: ['limits'], title: 'the limits', section: '4.4' },
  orders: { requests: ['placeOrder'], title: 'placing orders', section: '4.1' },
  status: { requests: ['operationStatus'], title: 'operation status', section: '4.3' },
  positions: { requests: ['openPosition'], title: 'opening positions', section: '4.2' },
  streams: { requests: ['eventsStream'], title: 'the events stream', section: '4.5' },
  ticks: { requests: ['ticksStream'], title: 'the ticks stream', section: '4.6' },
  snapshot: { requests: ['snapshot'], title: 'the trading snapshot', section: '1' },
  history: { requests: ['orderHistory', 'dealHistory'], title: 'the trading history', section: '1' },
  cancelling: { requests: ['cancelOrder'], title: 'cancelling orders', section: '4' },
  closing: { requests: ['closePosition'], title: 'closing positions', section: '6.1' },
};

/** The part that a request belongs to; the account, on which everything rests, belongs to none. */
export function partOf(request: RequestName): PartName | undefined {
  return PART_NAMES.find((name) => PARTS[name].requests.includes(request));
}
