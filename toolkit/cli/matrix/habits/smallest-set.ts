// Which of the habits of a service bring an alarm about: fast-check shrinks the set to the smallest that still does.
import fc from 'fast-check';

/** @param fails whether the alarm comes with these; it is known to come with all. */
export async function smallestSet<Item>(
  all: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  const sets = fc.subarray([...all]);
  const { counterexample } = await fc.check(
    fc.asyncProperty(sets, async (items) => !(await fails(items))),
    { examples: [[[...all]]], numRuns: 1 },
  );
  // None: it did not come again.
  return counterexample?.[0] ?? all;
}
