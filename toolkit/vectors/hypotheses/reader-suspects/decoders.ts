// Verifiers whose decoder of base64url is a library's, lenient in its own way (interface 5.3, rule 2): every wrong decoder that is
// known, in SVC-DATA, in SVC-SIGN and in both.
import { HEADER } from '../../../signing/headers.js';
import type { VerifyRequestInput } from '../../operations.js';
import { BASE64URL_READERS } from '../../wrong-readers/base64url.js';
import { verifiers } from '../../wrong-readers/soften.js';
import type { WrongReader } from '../../wrong-readers/wrong-reader.js';
import { BASE64URL_SUSPECTS } from './texts.js';

const PLACES: readonly (readonly [place: string, names: readonly string[]])[] = [
  ['SVC-DATA and SVC-SIGN', [HEADER.data, HEADER.signature]],
  ['SVC-SIGN', [HEADER.signature]],
  ['SVC-DATA', [HEADER.data]],
];

/** What the decoder makes of the text, written strictly; what it refuses is no base64url in any spelling. */
function strictly({ change }: WrongReader, text: string): string {
  const { bytes } = change['decode-base64url']?.({ text }, {}) ?? {};
  return bytes === undefined ? REFUSED : Buffer.from(bytes, 'hex').toString('base64url');
}

const REFUSED = '!';

const through =
  (decoder: WrongReader, names: readonly string[]) =>
  (input: VerifyRequestInput): VerifyRequestInput => ({
    ...input,
    headers: input.headers.map(([name, value]) => [
      name,
      names.includes(name.toUpperCase()) ? strictly(decoder, value.trim()) : value,
    ]),
  });

/** Those that take least first: of several that explain the same, whoever takes more was not seen to. */
const isOfLibrary = ({ id }: WrongReader): boolean => /^(?:decodes|validates)-/.test(id);
const ALL = [...BASE64URL_READERS, ...BASE64URL_SUSPECTS];
const DECODERS: readonly WrongReader[] = [
  ...ALL.filter((decoder) => !isOfLibrary(decoder)),
  ...ALL.filter(isOfLibrary),
];

export const DECODER_SUSPECTS: readonly WrongReader[] = PLACES.flatMap(([place, names]) =>
  DECODERS.flatMap((decoder) =>
    verifiers({
      [`${decoder.id}-in-${place.toLowerCase().replaceAll(' ', '-')}: reads ${place} with a decoder that ${decoder.sentence}`]:
        { normalise: through(decoder, names) },
    }),
  ),
);
