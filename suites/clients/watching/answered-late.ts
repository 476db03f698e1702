// Answers that left when the client may have given up waiting, by the time at which it signed: nobody knows whether they were heard.
import { SigningClock } from '../../../toolkit/checkers/client/signing-clock.js';
import { type Seen, type SeenRequest, signedHeaderOf } from '../stage/seen.js';

export function answeredLate(seen: Seen): (request: SeenRequest) => boolean {
  const clock = new SigningClock();
  for (const { atNs, ...one } of seen.requests()) clock.see(Number(atNs), signedHeaderOf(one, 'timestamp'));
  return (one) =>
    one.answer !== undefined &&
    clock.isLate(Number(one.answer.atNs), Number(one.atNs), signedHeaderOf(one, 'timestamp'));
}
