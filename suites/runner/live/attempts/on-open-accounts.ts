// Repeats a check whose fresh account was refused: the target may have answered the opening before the account was there.
import { createAccount } from '../target/target.js';
import { type Attempt, attemptOnce, type CheckRun, isOpen, setAside } from './attempt.js';

/** How often at most; a refusal that comes back each time is the target's own. */
const AGAIN = 3;

export async function onOpenAccounts(run: CheckRun, controlWaitMs: number): Promise<Attempt> {
  const { target, signal } = run;
  const open = async (): Promise<string> => (await createAccount(target)).id;
  for (let again = 0; ; again += 1) {
    const { knowledge } = target.freshAccounts;
    const attempt = await attemptOnce(run, controlWaitMs);
    const { decision, scope, journal } = attempt;
    const [refused] = scope.notThere;
    if (refused === undefined || !isOpen(decision) || again === AGAIN || signal.aborted) return attempt;
    if (!(await target.freshAccounts.suspect(knowledge, open, signal))) return attempt;
    setAside(journal, 'an account that was opened for the check was not there yet', [refused]);
  }
}
