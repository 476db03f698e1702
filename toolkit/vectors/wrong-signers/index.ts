// Every wrong signer, by family. A new one goes into the table of its family and needs nothing else: generating the vectors again
// shows which tests find it, and a unit test fails when none does.
import type { WrongSigner } from '../wrong-implementation.js';
import { BODY_HASH_SIGNERS } from './body-hash.js';
import { ENCODING_SIGNERS } from './encoding.js';
import { MESSAGE_SIGNERS } from './message.js';
import { PATH_SIGNERS } from './path.js';
import { PAYLOAD_SIGNERS } from './payload.js';
import { VALUE_SIGNERS } from './values.js';

export const WRONG_SIGNERS: readonly WrongSigner[] = [
  ...VALUE_SIGNERS,
  ...ENCODING_SIGNERS,
  ...PAYLOAD_SIGNERS,
  ...PATH_SIGNERS,
  ...BODY_HASH_SIGNERS,
  ...MESSAGE_SIGNERS,
];
