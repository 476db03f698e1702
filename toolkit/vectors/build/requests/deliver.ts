// A signed request on its way to a verifier: signed by the stages that a test wants, then perhaps changed, and written down as a test.

import type { SigningStages } from '../../../signing/signing-stages.js';
import { namedRows } from '../../../signing/slips/named.js';
import type { SlipId } from '../../../signing/slips/slips.js';
import type { VectorKey } from '../../model.js';
import { statedCodes } from '../../native.js';
import type { HeaderPair, SignRequestInput, VerifyRequestInput } from '../../operations.js';
import { signAs } from '../../signer.js';
import { type Draft, drafts, type Table } from '../draft.js';
import { MAIN_KEY } from '../keys.js';
import type { Flag } from '../notes.js';
import { SOURCE, VERIFYING } from './requests.js';

export type VerifyDraft = Draft<'verify-request'>;

export interface Delivery {
  readonly key?: VectorKey;
  readonly stages?: Partial<SigningStages>;
  readonly source?: string;
  /** Changes what was signed on its way. */
  readonly tamper?: (request: VerifyRequestInput) => VerifyRequestInput;
}

/** Signs a request and delivers it. */
export function deliver(input: SignRequestInput, delivery: Delivery = {}): VerifyRequestInput {
  const { headers } = signAs(delivery.stages ?? {}, input, delivery.key ?? MAIN_KEY);
  const request = {
    method: input.method,
    path: input.path,
    headers,
    body: input.body,
    source: delivery.source ?? SOURCE,
  };
  return delivery.tamper?.(request) ?? request;
}

/** What is signed, and how it travels. */
export type Delivered = readonly [input: SignRequestInput, delivery?: Delivery];

export const accepted = (flags: readonly Flag[], table: Table<Delivered>): readonly VerifyDraft[] =>
  drafts(flags, table, ([input, delivery]) => deliver(input, delivery));

export const refused = (flags: readonly Flag[], cause: SlipId, table: Table<Delivered>): readonly VerifyDraft[] =>
  namedRows(table).map(([id, comment, [input, delivery]]) =>
    refusedAs({ id, comment, flags, cause, input: deliver(input, delivery) }),
  );

interface Refused {
  readonly id: string;
  readonly comment: string;
  readonly flags: readonly Flag[];
  readonly cause: SlipId;
  readonly input: VerifyRequestInput;
}

/** A code is part of the expectation only where interface 5.3, rule 10, states one; where it states two, either is right. */
export function refusedAs({ id, comment, flags, cause, input }: Refused): VerifyDraft {
  const codes = statedCodes(input, VERIFYING);
  const [code] = codes;
  return {
    id,
    comment,
    flags,
    input,
    valid: false,
    cause,
    expected: { valid: false, ...(codes.length > 1 ? { codes } : code === undefined ? {} : { code }) },
  };
}

/** Changes parts of the request on the way. */
export const changed = (change: (request: VerifyRequestInput) => Partial<VerifyRequestInput>): Delivery => ({
  tamper: (request) => ({ ...request, ...change(request) }),
});

export const onHeaders = (change: (headers: readonly HeaderPair[]) => readonly HeaderPair[]): Delivery =>
  changed(({ headers }) => ({ headers: change(headers) }));

export const replaced = (header: string, value: string): Delivery =>
  onHeaders((headers) => headers.map(([name, old]) => [name, name === header ? value : old]));

/** Writes the payload in another way before it is signed. */
export const writing = (write: (fields: Readonly<Record<string, unknown>>) => string): Delivery => ({
  stages: { payloadText: (_, fields) => write(fields) },
});
