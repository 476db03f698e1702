// The parts of a request joined in every order in which an author may think of them, with every usual mark (interface 5.3, rule 1): what no
// known interface asks for and somebody has written all the same. Tried last: each costs a verification.
import { bytesToHex } from '@noble/hashes/utils.js';
import { textOfBytes, utf8Bytes } from '../capture/capture.js';
import type { Message, SignatureScene } from './message.js';

const MARKS = ['', '\n', '|', ':', '.', ',', '&', ' '];
type Named = readonly [name: string, text: string];

export function* everyOrder(scene: SignatureScene): Generator<Message> {
  const { timestamp, apiKey, idempotencyKey, method, path, bodyHash } = scene;
  const body = scene.body ?? new Uint8Array();
  const key: Named = ['the API key', apiKey];
  const time: Named = ['the timestamp', timestamp];
  const own: Named = ['the idempotency key', idempotencyKey];
  // Nobody parts these two.
  const target: readonly Named[] = [
    ['the method', method],
    ['the path', path],
  ];
  const bodies: readonly Named[] = [
    ['its hash', bodyHash],
    ['the body', textOfBytes(body)],
    ['its hash in hexadecimal', bytesToHex(scene.hashing.sha256(body))],
  ];
  const heads = orders<readonly Named[]>([[key], [time], [own], target]).map((order) => order.flat());
  const beforeTime = orders<readonly Named[]>([[key], [own], target]).map((order) => order.flat());
  const version: Named = ['the version', '1'];
  const values = orders<readonly Named[]>([[key], [own], [time]]).map((order) => order.flat());
  const lists = [
    ...heads,
    ...values
      .filter((list) => list.length > 1)
      .flatMap((list) => [
        [...list, version],
        [version, ...list],
      ]),
    ...bodies.flatMap((last) => heads.map((head) => [...head, last])),
    ...bodies.flatMap((last) => beforeTime.map((head) => [...head, last, time])),
    ...bodies.flatMap((first) => heads.map((head) => [first, ...head])),
  ];
  for (const list of lists) {
    const how = list.map(([name]) => name).join(', ');
    const parts = list.map(([, text]) => text);
    for (const by of MARKS) yield { cause: 'signed-concatenation', how, bytes: utf8Bytes(parts.join(by)) };
  }
}

/** Every choice of some in every order, the short ones first. */
function orders<One>(of: readonly One[]): readonly (readonly One[])[] {
  let longest: readonly (readonly One[])[] = [[]];
  return of.flatMap(() => {
    longest = longest.flatMap((order) => of.filter((one) => !order.includes(one)).map((one) => [...order, one]));
    return longest;
  });
}
