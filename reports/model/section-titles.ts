// What the sections of the interface are called, so that a bare number says something to a reader who has not learnt them.

export const SECTION_TITLES: Readonly<Record<string, string>> = {
  '1': 'Domain and general rules',
  '2': 'Resources',
  '2.1': 'Acknowledgement',
  '2.2': 'Transaction event',
  '2.3': 'Account state',
  '2.4': 'Instrument conditions',
  '2.5': 'HMR periods',
  '2.6': 'Account attributes',
  '3': 'States and restrictions',
  '4': 'Endpoints',
  '4.1': 'Placing orders',
  '4.2': 'Opening positions',
  '4.3': 'Operation status',
  '4.4': 'Configuration reads',
  '4.5': 'Events stream',
  '4.6': 'Ticks stream',
  '5': 'Authentication',
  '5.1': 'Headers',
  '5.2': 'Signed payload',
  '5.3': 'Rules of signing',
  '5.4': 'Authentication errors',
  '5.5': 'Request shapes',
  '6': 'Subscriptions and events',
  '6.1': 'Transaction events',
  '6.2': 'HMR events',
  '6.3': 'Instrument events',
  '6.4': 'Delivery and recovery',
  '7': 'Errors',
  '7.1': 'Error model',
  '7.2': 'Final error codes',
  '8': 'Limits and idempotency',
  '9': 'Versioning',
};

/** `5.3 Rules of signing`; a section that nobody named stays a number. */
export function sectionName(section: string): string {
  const title = SECTION_TITLES[section];
  return title === undefined ? section : `${section} ${title}`;
}
