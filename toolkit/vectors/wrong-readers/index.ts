// Every wrong reader: verifiers, decoders and grammars. A new one goes into the table of its family and needs nothing else.

import { BASE64URL_READERS } from './base64url.js';
import { DATE_READERS } from './date-libraries.js';
import { DECIMAL_READERS } from './decimal.js';
import { ED25519_READERS } from './ed25519.js';
import { INVERTED_READERS } from './inverted.js';
import { TEXT_READERS } from './texts.js';
import { ACCESS_READERS } from './verify-access.js';
import { IGNORING_READERS } from './verify-ignoring.js';
import { NEARLY_READERS } from './verify-nearly.js';
import { REFUSING_READERS } from './verify-refusing.js';
import { VERIFY_READERS } from './verify-request.js';
import type { WrongReader } from './wrong-reader.js';

export const WRONG_READERS: readonly WrongReader[] = [
  ...VERIFY_READERS,
  ...ACCESS_READERS,
  ...NEARLY_READERS,
  ...IGNORING_READERS,
  ...REFUSING_READERS,
  ...ED25519_READERS,
  ...BASE64URL_READERS,
  ...TEXT_READERS,
  ...DATE_READERS,
  ...DECIMAL_READERS,
  ...INVERTED_READERS,
];
