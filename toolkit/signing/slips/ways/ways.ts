// Every way to make a slip, by the part of the request that it is about. The order is that of the damages, which take turns by it.
import { BODY_WAYS } from './body.js';
import { ENCODING_WAYS } from './encodings.js';
import { HEADER_WAYS } from './headers.js';
import { METHOD_AND_TIME_WAYS } from './method-and-time.js';
import { PATH_WAYS } from './path.js';
import { PAYLOAD_FORM_WAYS } from './payload-forms.js';
import { PAYLOAD_MEMBER_WAYS } from './payload-members.js';
import { PAYLOAD_VALUE_WAYS } from './payload-values.js';
import { SIGNATURE_WAYS } from './signature.js';
import type { Way } from './way.js';

export const WAYS: readonly Way[] = [
  ...HEADER_WAYS,
  ...PAYLOAD_MEMBER_WAYS,
  ...PAYLOAD_VALUE_WAYS,
  ...PAYLOAD_FORM_WAYS,
  ...ENCODING_WAYS,
  ...SIGNATURE_WAYS,
  ...BODY_WAYS,
  ...PATH_WAYS,
  ...METHOD_AND_TIME_WAYS,
];
