import { expect, test } from 'vitest';
import { seededVerifiers } from '../../signing/ed25519/deterministic-verifier.js';
import { createSigner, encodeBase64url, HEADER, parsePrivateKey } from '../../signing/index.js';
import type { Capture } from '../capture/capture.js';
import { capture, native, payloadOf, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';
import type { DiagnosedStage } from '../diagnosis.js';
import type { Likely } from './likely.js';
import { derivationsOf, misreadingsOf, misreadSeeds } from './misread-keys.js';

/** Of a seed whose bytes differ, since one of equal bytes is the same however it is misread. */
const seed = Uint8Array.from({ length: 32 }, (_, at) => (at * 37 + 11) & 0xff);
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const signer = createSigner(parsePrivateKey(hexOf(seed)));
const order = capture({ by: signer });
const payload = Buffer.from(JSON.stringify(payloadOf(order)));
const verifierOf = seededVerifiers([seed, ...misreadSeeds(seed).map(([, one]) => one)]);
const known = [
  { id: 'key-1', publicKey: signer.publicKey, misreadings: misreadingsOf(seed), derivations: derivationsOf(seed) },
];
const signed = (signature: Uint8Array): Capture => withHeader(order, HEADER.signature, encodeBase64url(signature));

interface Told {
  readonly stage: DiagnosedStage | undefined;
  readonly verifications: number;
}

function told(wrong: Capture, likely: readonly Likely[] = []): Told {
  const { stages, verifications } = diagnose(wrong, { ...native, verifierOf, keys: known, likely });
  return { stage: stages.find(({ stage }) => stage === 'signature'), verifications };
}

const [, misread = seed] = misreadSeeds(seed).at(-1) ?? [];
const byMisread = createSigner(parsePrivateKey(hexOf(misread)));

test.each<readonly [name: string, signature: Uint8Array]>([
  ['a message far down the list', signer.sign(Buffer.from(`key-1|order-0001|POST|${order.path}`))],
  ['a misread key', byMisread.sign(payload)],
  ['a misread key over the text of SVC-DATA', byMisread.sign(Buffer.from(encodeBase64url(payload)))],
  ['a misread key over another message', byMisread.sign(Buffer.concat([payload, Buffer.from('\n')]))],
])('what was found once is found again, and the same is said: %s', (_name, signature) => {
  const first = told(signed(signature));
  const { cause, how, also } = first.stage ?? {};
  expect(cause).not.toBe('signature-unexplained');
  if (cause === undefined) return;
  const again = told(signed(signature), [
    { cause, ...(how === undefined ? {} : { how }), ...(also === undefined ? {} : { also: also.cause }) },
  ]);
  expect(again.stage).toEqual(first.stage);
  expect(again.verifications).toBeLessThan(Math.max(20, first.verifications));
});

test('what was found once and does not hold here changes nothing', () => {
  const likely = [{ cause: 'signed-final-newline' }, { cause: 'signed-by-misread-key', how: 'nothing' }] as const;
  expect(told(order, likely).stage?.state).toBe('ok');
  expect(told(signed(signer.sign(Buffer.from(encodeBase64url(payload)))), likely).stage?.cause).toBe(
    'signed-data-text',
  );
});
