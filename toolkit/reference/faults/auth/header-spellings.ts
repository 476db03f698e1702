// Faults of headers that are right and written otherwise (interface 5.1; RFC 9110, section 5): their order and the case of their names say
// nothing.
import type { Arrival } from '../../rules/telling/transit.js';
import { insteadWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const REFUSED = { status: 401, name: 'AUTH_INVALID_SIGNATURE' };

const namesOf = ({ raw }: Arrival): readonly string[] => raw.headers.map(([name]) => name);

export const headerSpellingFaults: readonly Fault[] = [
  violating('5.5', ['auth.signed-get-accepted', 'auth.signed-post-accepted', 'auth.handshake-path-accepted'])(
    'headers-in-another-order-refused',
    {
      summary: 'A request whose SVC-SIGN comes before SVC-DATA is refused as wrongly signed.',
      refuses: insteadWhere((arrival) => {
        const names = namesOf(arrival).map((name) => name.toLowerCase());
        return names.indexOf('svc-sign') < names.indexOf('svc-data');
      }, REFUSED),
    },
  ),
  violating('4.5', ['auth.handshake-path-accepted'])('headers-in-lower-case-refused-on-handshakes', {
    summary: 'A handshake whose headers have names in lower case is refused.',
    refuses: insteadWhere(
      (arrival) => arrival.isHandshake && namesOf(arrival).some((name) => name.startsWith('svc-')),
      REFUSED,
    ),
  }),
];
