// Slips in the form of the payload (interface 5.2).
// Data only: section of the interface with a sentence, and the remedy. `slips.ts` joins the tables.

export const PAYLOAD_SLIPS = {
  payload: {
    'payload-byte-order-mark': [
      '5.2: The payload starts with a byte order mark.',
      'Encode the JSON text as UTF-8 without a byte order mark.',
      'open',
    ],
    'payload-utf-16': [
      '5.2: The payload is UTF-16; JSON between systems is UTF-8.',
      'Encode the JSON text as UTF-8.',
      'open',
    ],
    'payload-latin-1': ['5.2: The payload is not valid UTF-8.', 'Encode the JSON text as UTF-8.', 'open'],
    'payload-trailing-text': [
      '5.2: More text follows the JSON object of the payload.',
      'Write the seven members as one JSON object, and nothing after it.',
      'open',
    ],
    'payload-not-json': ['5.2: The decoded payload is not JSON.', 'Write the seven members as one JSON object.'],
    'payload-form-encoded': [
      '5.2: The payload is form-encoded; it must be a JSON object.',
      'Write the seven members as one JSON object.',
    ],
    'payload-not-object': [
      '5.2: The payload is JSON but not an object.',
      'Write the seven members as one JSON object.',
    ],
    'payload-json-twice': [
      '5.2: The payload is a JSON string that holds the JSON object.',
      'Serialise the object once.',
    ],
    'payload-wrapped': [
      '5.2: The members are nested inside another member.',
      'Put the seven members at the top level.',
    ],
    'payload-member-missing': [
      '5.2: A member of the payload is missing.',
      'Write all seven members, idempotency_key of a GET included.',
    ],
    'payload-member-renamed': [
      '5.2: A member of the payload is spelled differently, such as apiKey for api_key.',
      'Use the member names of the interface; check the naming rule of the JSON library.',
    ],
    'payload-member-duplicate': [
      '5.2: A member stands in the payload twice with different values.',
      'Write each member once.',
      'open',
    ],
    'payload-member-type': [
      '5.2: A member of the payload has the wrong JSON type.',
      'Write timestamp and sign_version as integers and the rest as text.',
    ],
    'payload-member-number': [
      '5.2: A text member of the payload is written as a number.',
      'Write the value between quotation marks; keep identifiers of digits as text.',
      'open',
    ],
  },
} as const;
