// Every request and every handshake of a client is signed, each stage of the signature in order (interface 5; 9, rule 2): judged
// statement by statement in what it sends, so that a report names what is wrong and nothing else.
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { expectSent } from '../stage/sent-history.js';
import { everyRequest, exercise, PART_OF_HISTORY, readAndPlacement } from './exercise.js';

/** The statement, what a client does that keeps it, and what must have been seen before it is judged. */
type Row = readonly [requirement: ClientRequirementId, title: string, seen?: string];

/** Shown by a read, a placement and the handshake before them. */
const SHORT: readonly Row[] = [
  ['auth.client-headers', 'sends each of the six headers once'],
  ['auth.client-unpadded', 'writes data, signature and hash without padding'],
  ['auth.client-payload-object', 'signs a JSON object with the seven members'],
  ['auth.client-payload-integers', 'writes timestamp and version as integers and the rest as text'],
  ['auth.client-api-key-matches', 'sends the same API key in header and payload'],
  ['auth.client-idempotency-key-matches', 'sends the same idempotency key in header and payload'],
  ['auth.client-timestamp-matches', 'sends the same timestamp in header and payload'],
  ['auth.client-timestamp-milliseconds', 'states the time in milliseconds'],
  ['auth.client-timestamp-near', 'states the time of now'],
  ['auth.client-method', 'signs the method in capitals'],
  ['auth.client-body-hash', 'signs the hash of the very bytes of the body', 'a request with a body'],
  ['auth.client-signature-verifies', 'signs with the private key of its API key'],
  ['auth.client-signs-bytes', 'signs the bytes of the payload and not their text'],
  ['auth.client-own-account', 'uses the API key that it was given'],
  ['auth.client-read-idempotency-key-empty', 'sends an empty idempotency key with reads', 'a read or a handshake'],
  ['idempotency.client-key-present', 'sends an idempotency key with what changes something', 'a mutating call'],
  ['versioning.client-sends-version', 'sends the same version in header and payload'],
  ['versioning.client-version-one', 'states version 1 of the protocol'],
  ['numbers.client-volume-strings', 'writes volumes as decimal strings', 'a placement with a volume'],
  ['numbers.client-price-strings', 'writes prices as decimal strings', 'a placement with a price'],
];

/** Shown by one of everything. */
const WHOLE: readonly Row[] = [
  ['auth.client-signs-requests', 'signs every request'],
  ['auth.client-path', 'signs the path that it sends'],
  ['auth.client-empty-body-hash', 'signs the hash of nothing where nothing is sent', 'a request without a body'],
  ['auth.client-get-without-body', 'sends reads without a body', 'a read'],
  ['auth.client-content-type', 'says of its bodies that they are JSON', 'a request with a body'],
  ['orders.client-json-body', 'writes its bodies as JSON', 'a request with a body'],
  ['versioning.client-paths-v1', 'asks for paths of version 1'],
];

for (const [rows, slug, run] of [
  [SHORT, 'read-and-placement', readAndPlacement],
  [WHOLE, 'one-of-everything', everyRequest],
] as const) {
  for (const [requirement, title, seen = 'a signed request'] of rows) {
    clientCheck(
      `${requirement}/${slug}`,
      { title, depth: 'wire', situation: honest, begins: false, subscribe: [] },
      async (stage) => {
        await exercise(stage, requirement, run);
        expectSent(stage, requirement, seen);
      },
    );
  }
}

clientCheck(
  'auth.client-no-duplicate-parameters/one-of-everything',
  {
    title: 'sends no query parameter twice',
    depth: 'wire',
    situation: honest,
    begins: false,
    subscribe: [],
    needs: { operations: ['history'] },
  },
  async (stage) => {
    const parameters = (['orderHistory', 'dealHistory'] as const).flatMap((name) =>
      Object.keys(stage.carries(name, PART_OF_HISTORY)),
    );
    if (parameters.length === 0) stage.notApplicable('the histories of this venue take no parameters');
    await exercise(stage, 'auth.client-no-duplicate-parameters', everyRequest);
    expectSent(stage, 'auth.client-no-duplicate-parameters', 'a request with a query');
  },
);
