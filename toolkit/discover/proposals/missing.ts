// What a look at the target did not find, of all that a dialect binds, and what each would unlock. Driven by the tables of members: a new
// member is looked for, and missed, without a line here.
import { UNSTATED_REQUESTS } from '../../profile/dialect/dialect.js';
import { BODIES, ENTITIES, MESSAGES, REQUESTS } from '../../profile/dialect/members.js';
import type { Missing } from './proposal.js';

const PARTS = { bodies: BODIES, messages: MESSAGES, entities: ENTITIES } as const;

/** `places`: what was found, confirmed, or stated by the profile. */
export function missingOf(places: readonly (readonly string[])[]): readonly Missing[] {
  const found = new Set(places.map((place) => place.join('/')));
  const parts = new Set(places.map((place) => place.slice(0, 3).join('/')));
  const requests = UNSTATED_REQUESTS.filter((name) => !parts.has(`dialect/requests/${name}`)).map(
    (name): Missing => ({ place: ['dialect', 'requests', name], unlocks: `not found. ${REQUESTS[name]}` }),
  );
  const members = Object.entries(PARTS).flatMap(([part, table]) =>
    Object.entries(table).flatMap(([name, { about, members: its }]): readonly Missing[] => {
      const place = ['dialect', part, name];
      const names = Object.keys(its);
      if (names.length === 0) return [];
      if (!parts.has(place.join('/'))) return [{ place, unlocks: `not seen; the default spelling stands. ${about}` }];
      const absent = Object.entries<object>(its).filter(
        ([member]) => !OPTIONAL.has(member) && !found.has([...place, member].join('/')),
      );
      return absent.map(([member, kind]) => ({ place: [...place, member], unlocks: `not found. ${sentenceOf(kind)}` }));
    }),
  );
  return [...requests, ...members];
}

/** Members that many targets rightly lack. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'states',
  'reply',
  'instrumentName',
  'more',
  'name',
  'errorCode',
  'errorMessage',
  'clientRequestId',
  'windowSeconds',
]);

function sentenceOf(member: object): string {
  return Object.values<unknown>(member as Readonly<Record<string, unknown>>)
    .filter((text) => typeof text === 'string')
    .join(' ');
}
