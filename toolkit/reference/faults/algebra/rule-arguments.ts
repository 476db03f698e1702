// Functions over what a rule is told, whose types are taken from the rule alone and never guessed from the function.

/** A function that is told `Args`, and may name fewer of them. */
export type Told<Args extends readonly unknown[], Result> = (...args: Whole<Args>) => Result;

/** The same tuple, but nothing is inferred from what stands in its place. */
type Whole<Args extends readonly unknown[]> = Args extends infer All extends readonly unknown[] ? All : never;

export function telling<Args extends readonly unknown[], Result>(told: Told<Args, Result>): (...args: Args) => Result {
  return told as unknown as (...args: Args) => Result; // `Whole<Args>` is `Args`, which the compiler cannot see.
}
