// The instruments that the account may subscribe to, as the instruments call lists them (interface 4.4).
import type { Account, CheckContext } from '../runner/context.js';

/** Undecided where the list cannot be read, or is empty. */
export async function listedInstruments(
  t: CheckContext,
  account: Account = t.account,
): Promise<{ readonly names: readonly string[]; readonly record: number }> {
  const { answer, record } = await account.request('instruments');
  const names = answer?.body === undefined ? [] : (t.dialect.readInstruments(answer.body) ?? []);
  return names.length === 0
    ? t.inconclusive('the list of instruments could not be read; bind it in the dialect', [record])
    : { names, record };
}

/** At most so many of them: both ends of the list, which a cut list loses first, and others by the seed. */
export function someOf(t: CheckContext, names: readonly string[], most: number): readonly string[] {
  const chosen = new Set([names[0], names.at(-1)].filter((name) => name !== undefined));
  while (chosen.size < Math.min(most, new Set(names).size)) {
    const name = names[t.randomInt(names.length)];
    if (name !== undefined) chosen.add(name);
  }
  return [...chosen];
}
