// How often a fault that shows only now and then must be tried so that it is seen with the stated confidence.

/** The chance that a fault of known rate is seen at least once. */
export const CONFIDENCE = 0.999;

/** No fault is tried on more services; a rate below what this allows is too rare for a gate, which `repetitionsFor` says. */
const MOST = 1000;

/**
 * Independent services to start for a fault that shows on the share `rate` of occasions, when each service gives at least
 * `occasions` of them (one a check that judges it).
 * @throws RangeError for a rate outside ]0, 1], or one that would need more than 1,000 services.
 */
export function repetitionsFor(rate: number | undefined, occasions: number): number {
  if (rate === undefined || rate === 1) return 1;
  if (!(rate > 0 && rate < 1)) throw new RangeError(`rate: expected a share above 0 and up to 1, got ${rate}`);
  const needed = Math.ceil(Math.log(1 - CONFIDENCE) / Math.log(1 - rate) / Math.max(1, occasions));
  if (needed > MOST) throw new RangeError(`rate: expected at most ${MOST} repetitions, ${rate} needs ${needed}`);
  return needed;
}
