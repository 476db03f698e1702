// What a service may refuse for reasons that lie in nothing of the request (interface 4.1; 7.1): quota, trouble, a key that is taken.
import { isJsonObject } from '../../../toolkit/payload/json-kind.js';
import type { WorldlyRefusal } from '../../../toolkit/reference/index.js';
import type { Incident, Situation } from './situation.js';

function refusing(refused: WorldlyRefusal, more: Partial<Incident> = {}): readonly Incident[] {
  return [{ on: 'mutation', refused, ...more }];
}

const RATE: WorldlyRefusal = { status: 429, name: 'REQUEST_RATE_LIMIT' };

export const unavailableOnce: Situation = {
  id: 'unavailable-once',
  section: '4.1',
  points: [],
  summary: 'One mutation is refused with 503, the next is taken.',
  incidents: refusing({ status: 503, name: 'SYSTEM_TEMPORARY_UNAVAILABLE' }),
};

export const unavailableForLong: Situation = {
  id: 'unavailable-for-long',
  section: '4.1',
  points: [],
  summary: 'Mutations are refused with 503 for as long as the client tries.',
  incidents: refusing({ status: 503, name: 'SYSTEM_TEMPORARY_UNAVAILABLE' }, { times: 1000 }),
};

export const internalError: Situation = {
  id: 'internal-error',
  section: '4.1',
  points: ['code-500'],
  excused: ['orders.sync-code-500'],
  summary: 'Mutations are answered with 500 for a while and not carried out.',
  incidents: refusing({ status: 500, name: 'SYSTEM_INTERNAL_ERROR' }, { times: 1000 }),
};

export const quotaExceeded: Situation = {
  id: 'quota-exceeded',
  section: '7.1',
  points: ['quota-values'],
  summary: 'One mutation is beyond the quota, the next is within it.',
  incidents: refusing(RATE),
};

export const quotaWithHeader: Situation = {
  id: 'quota-with-header',
  section: '7.1',
  points: ['quota-values'],
  summary: 'One mutation is beyond the quota, and a header says when to come again.',
  incidents: refusing({ ...RATE, headers: ['Retry-After', '1'] }),
};

export const keyTaken: Situation = {
  id: 'key-taken',
  section: '7.1',
  points: ['conflict-form'],
  summary: 'The key of an opening was used for something else, by whoever shares the account.',
  incidents: refusing({ status: 409, name: 'REQUEST_DUPLICATE_KEY_CONFLICT' }, { on: 'openPosition', sameKey: true }),
};

export const unheardOfCode: Situation = {
  id: 'unheard-of-code',
  section: '7.1',
  points: ['error-structure', 'non-auth-code-type'],
  summary: 'Openings are refused with a status, a number and a name that no list has.',
  incidents: refusing({ status: 422, name: 'REQUEST_OUT_OF_SEASON', code: 4711 }, { on: 'openPosition', times: 1000 }),
};

export const closeOnlyBeforeAck: Situation = {
  id: 'close-only-before-ack',
  section: '4.1',
  points: ['sync-or-final'],
  summary: 'A placement is refused with ACCOUNT_CLOSE_ONLY before it is acknowledged.',
  incidents: refusing({ status: 403, name: 'ACCOUNT_CLOSE_ONLY' }),
};

/** Carried out and unanswered the first time; whoever sends it again is told of trouble, which says nothing of the first. */
function lostThen(refused: WorldlyRefusal): readonly Incident[] {
  return [
    { on: 'mutation', fate: { deliver: 'cut-before', delayMs: 15 } },
    { on: 'mutation', refused, times: 1000 },
  ];
}

export const lostThenUnavailable: Situation = {
  id: 'lost-then-unavailable',
  section: '4.1',
  points: [],
  summary: 'The answer to a mutation is lost, and its repeats are refused with 503.',
  incidents: lostThen({ status: 503, name: 'SYSTEM_TEMPORARY_UNAVAILABLE' }),
};

export const lostThenInternalError: Situation = {
  id: 'lost-then-internal-error',
  section: '4.1',
  points: ['code-500'],
  excused: ['orders.sync-code-500'],
  summary: 'The answer to a mutation is lost, and its repeats are answered with 500.',
  incidents: lostThen({ status: 500, name: 'SYSTEM_INTERNAL_ERROR' }),
};

/** What a service says beside the code, in words of its own (interface 5.3, rule 11). */
function saying(diagnostics: string): Pick<Situation, 'rules' | 'incidents' | 'section' | 'points'> {
  return {
    section: '5.3',
    points: ['error-structure'],
    incidents: refusing({ status: 403, name: 'AUTH_PERMISSION_DENIED' }, { times: 1000 }),
    rules: ({ amendBody }) => ({
      amendBody: (body, answer) => {
        const said = amendBody(body, answer);
        return answer.status === 403 && isJsonObject(said) ? { ...said, diagnostics } : said;
      },
    }),
  };
}

export const deniedPlainly: Situation = {
  ...saying('denied'),
  id: 'denied-plainly',
  summary: 'Mutations are refused with AUTH_PERMISSION_DENIED.',
};

export const deniedWithOk: Situation = {
  ...saying('status: ok'),
  id: 'denied-with-ok',
  summary: 'Mutations are refused with AUTH_PERMISSION_DENIED, and a text beside it sounds like success.',
};

export const deniedWithAdvice: Situation = {
  ...saying('please retry with a new key'),
  id: 'denied-with-advice',
  summary: 'Mutations are refused with AUTH_PERMISSION_DENIED, and a text beside it gives advice.',
};

/** Of every call, reads among them (interface 5.4). */
function refusedFor(slug: string, words: string, refused: WorldlyRefusal): Situation {
  return {
    id: `refused-for-${slug}`,
    section: '5.4',
    points: [],
    summary: `Calls are refused for ${words}.`,
    incidents: [
      { on: 'mutation', times: 1000, refused },
      { on: 'read', times: 1000, refused },
    ],
  };
}

export const refusedForKey: Situation = refusedFor('key', 'its API key', {
  status: 401,
  name: 'AUTH_INVALID_API_KEY',
});

export const refusedForSignature: Situation = refusedFor('signature', 'its signature', {
  status: 401,
  name: 'AUTH_INVALID_SIGNATURE',
});

export const refusedForRights: Situation = refusedFor('rights', 'its rights', {
  status: 403,
  name: 'AUTH_PERMISSION_DENIED',
});

export const smallQuota: Situation = {
  id: 'small-quota',
  section: '8',
  points: ['quota-values'],
  summary: 'The quota of placements is small, as the limits call says.',
  settings: {
    quotas: { default: { limit: 60_000, windowMs: 60_000 }, placeOrder: { limit: 5, windowMs: 1_000 } },
  },
};
