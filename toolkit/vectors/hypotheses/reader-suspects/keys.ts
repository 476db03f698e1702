// Verifiers that check the idempotency key of a request as they check one alone (interface 5.3 rule 7, 8): every wrong reader of keys that
// is known, in both places at once.
import { HEADER } from '../../../signing/headers.js';
import type { SlipId } from '../../../signing/slips/slips.js';
import type { VerifyRequestInput } from '../../operations.js';
import { type Softening, verifiers } from '../../wrong-readers/soften.js';
import { TEXT_READERS } from '../../wrong-readers/texts.js';
import type { WrongReader } from '../../wrong-readers/wrong-reader.js';

const OF_FORM: readonly SlipId[] = [
  'idempotency-key-too-short',
  'idempotency-key-too-long',
  'idempotency-key-characters',
];
const REFUSED = '!';

const keyOf = ({ headers }: VerifyRequestInput): string =>
  headers.find(([name]) => name.toUpperCase() === HEADER.idempotencyKey)?.[1] ?? '';

/** Where the reader takes what no key is, its form is overlooked; where it refuses a key, there is none. */
function checkedBy({ change }: WrongReader): Softening {
  const takes = (key: string): boolean => change['check-idempotency-key']?.({ key }, {}).valid === true;
  return {
    overlooks: ({ cause }, input) => OF_FORM.includes(cause) && takes(keyOf(input)),
    normalise: (input) => {
      const key = keyOf(input);
      if (key === '' || takes(key)) return input;
      const headers = input.headers.map(([name, value]): [string, string] => [name, value === key ? REFUSED : value]);
      return { ...input, headers };
    },
  };
}

export const KEY_SUSPECTS: readonly WrongReader[] = TEXT_READERS.filter(
  ({ change }) => change['check-idempotency-key'] !== undefined,
).flatMap((reader) =>
  verifiers({ [`${reader.id}-in-requests: ${reader.sentence}`]: checkedBy(reader) }).map((one) => ({
    ...one,
    change: { ...reader.change, ...one.change },
  })),
);
