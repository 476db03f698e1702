// Preflight of `account.create`: whether control opens accounts that can be used, and which currency theirs is.
import type { ProfileAccount } from '../../../../toolkit/profile/profile.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { isAccepted } from '../verdict/answer.js';
import { otherMoney } from './other-money.js';
import { type Probed, readAccount } from './probed-target.js';
import { createAccount } from './target.js';
import { BLANK } from './target-journal.js';

/** The probes that this one waits for. */
export interface Prior {
  readonly reading: Promise<readonly HttpExchange[]>;
  readonly streaming: Promise<{ readonly isOpen: boolean }>;
}

/** Returns why the accounts of the pool must be used although the action is bound; undefined where they need not. */
export async function probeCreation(
  target: Probed,
  { reading, streaming }: Prior,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!target.control.has('account.create')) return undefined;
  const note = (result: ProfileAccount | null, error: { code: string; message: string } | null): number =>
    target.journal.append({
      ...BLANK,
      kind: 'control',
      check: null,
      account: result?.id ?? null,
      parsed: { action: 'account.create', result: result === null ? null : { account_id: result.id } },
      error,
      cause: null,
    });
  try {
    const [reads, { isOpen }] = await Promise.all([reading, streaming]);
    const account = await createAccount(target, (name, params) => target.control.perform(name, params, signal));
    note(account, null);
    // What the accounts of the pool are refused, another would be as well.
    const last = reads.at(-1);
    if (last !== undefined && isAccepted(last)) await target.freshAccounts.first(account.id, isOpen, signal);
    return await otherMoneyOf(target, account, signal);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    note(null, { code: 'control-failed', message });
    return `control action account.create failed, so the accounts of the pool are used: ${message}`;
  }
}

async function otherMoneyOf(target: Probed, asked: ProfileAccount, signal: AbortSignal): Promise<string | undefined> {
  const { answer } = await readAccount(target, asked.id, signal);
  if (answer?.body === undefined || answer.status >= 300) return undefined;
  return otherMoney(asked, target.dialect.readAccount(answer.body));
}
