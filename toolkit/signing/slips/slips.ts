// A slip is one way in which a signed request can be wrong: a stage of signing where it shows, one sentence, the remedy. The closed list of
// them, by id: the doctor and the verifier name what they find by it; `ways/` has what each does to a request.
import { BODY_HASH_SLIPS } from './body-hash.js';
import { ENCODING_SLIPS } from './encoding.js';
import { FOUND_IN_PAYLOAD } from './found-in-payload.js';
import { FOUND_IN_SIGNATURE } from './found-in-signature.js';
import { HEADER_SLIPS } from './headers.js';
import { type Named, splitNamed } from './named.js';
import { PATH_SLIPS } from './path.js';
import { PAYLOAD_SLIPS } from './payload.js';
import { REQUEST_SLIPS } from './request.js';
import { SIGNATURE_SLIPS } from './signature.js';

/** The stages of a signed request, in the order in which a verifier can judge them. */
export const SIGNING_STAGES = [
  'headers',
  'data-encoding',
  'payload',
  'sign-version',
  'api-key',
  'idempotency-key',
  'timestamp',
  'method',
  'path',
  'body-hash',
  'signature-encoding',
  'signature',
  'access',
] as const;
export type SigningStage = (typeof SIGNING_STAGES)[number];

type IdsOf<Table> = { [Stage in keyof Table]: keyof Table[Stage] }[keyof Table];

export type SlipId =
  | IdsOf<typeof HEADER_SLIPS>
  | IdsOf<typeof REQUEST_SLIPS>
  | IdsOf<typeof ENCODING_SLIPS>
  | IdsOf<typeof PAYLOAD_SLIPS>
  | IdsOf<typeof PATH_SLIPS>
  | IdsOf<typeof BODY_HASH_SLIPS>
  | IdsOf<typeof SIGNATURE_SLIPS>
  | IdsOf<typeof FOUND_IN_PAYLOAD>
  | IdsOf<typeof FOUND_IN_SIGNATURE>;

export interface Slip {
  readonly stage: SigningStage;
  /** Section of the interface, with the rule: `5.3.2` is rule 2 of section 5.3. */
  readonly section: string;
  readonly sentence: string;
  readonly fix: string;
  /** A service may take such a request without breaking a stated rule. */
  readonly isOpen: boolean;
}

type Row = readonly [stated: Named, fix: string, service?: 'open'];
type Table = { readonly [Stage in SigningStage]?: Readonly<Record<string, Row>> };

const TABLES: readonly Table[] = [
  HEADER_SLIPS,
  REQUEST_SLIPS,
  ENCODING_SLIPS,
  PAYLOAD_SLIPS,
  PATH_SLIPS,
  BODY_HASH_SLIPS,
  SIGNATURE_SLIPS,
  FOUND_IN_PAYLOAD,
  FOUND_IN_SIGNATURE,
];

/** In the order of the tables. Ids may be added, never renamed. */
export const SLIPS: Readonly<Record<SlipId, Slip>> = Object.fromEntries(
  TABLES.flatMap((table) =>
    Object.entries(table).flatMap(([stage, rows]) =>
      Object.entries(rows).map(([id, [stated, fix, service]]) => {
        const [section, sentence] = splitNamed(stated);
        return [id, { stage, section, sentence, fix, isOpen: service === 'open' }];
      }),
    ),
  ),
) as Record<SlipId, Slip>; // fromEntries loses the type of the ids and stages; they are those of the tables

// Object.keys loses the keys' type; the record above has exactly these.
export const SLIP_IDS: readonly SlipId[] = Object.keys(SLIPS) as SlipId[];

export function isSlipId(text: string): text is SlipId {
  return Object.hasOwn(SLIPS, text);
}
