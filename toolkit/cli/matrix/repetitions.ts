// How often a fault that shows only now and then must be tried so that it is seen with the stated confidence.

/** The chance that a fault of known rate is seen at least once. */
export const CONFIDENCE = 0.999;

/** No fault is tried more often; a rate below what this allows is too rare for a gate, which `repetitionsFor` says. */
const MOST = 1000;

/**
 * Independent services to start for a fault that shows on the share `rate` of occasions, one occasion a service assumed.
 * @throws RangeError for a rate outside ]0, 1], or one that would need more than 1,000 repetitions.
 */
export function repetitionsFor(rate: number | undefined): number {
  if (rate === undefined || rate === 1) return 1;
  if (!(rate > 0 && rate < 1)) throw new RangeError(`rate: expected a share above 0 and up to 1, got ${rate}`);
  const needed = Math.ceil(Math.log(1 - CONFIDENCE) / Math.log(1 - rate));
  if (needed > MOST) throw new RangeError(`rate: expected at most ${MOST} repetitions, ${rate} needs ${needed}`);
  return needed;
}
