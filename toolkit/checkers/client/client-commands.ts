// What a client sends over the events stream (interface 4.5, rules 3 and 4; 6.2, rule 4): commands of the four kinds, with a list where
// one is due, and for hmr a list that names instruments. Frames that are no commands of the dialect, such as pings, are not judged.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import { type Checker, type CheckerContext, stateless } from '../checker.js';
import type { Command } from '../ledger/entry.js';
import { show } from '../ledger/views.js';

export const clientCommands: Checker<ClientRequirementId> = stateless<ClientRequirementId>({
  name: 'client-commands',
  summary: 'commands name one of the four kinds, and carry the list that the kind asks for',
  subject: 'client',
  requirements: [
    'subscriptions.client-command-members',
    'subscriptions.client-known-kinds',
    'subscriptions.client-no-ticks',
    'subscriptions.client-instruments-list',
    'hmr.client-explicit-list',
  ],
  see(entry, { ledger, findings }) {
    if (entry.type !== 'command' || entry.action === undefined) return;
    // How the ticks stream is commanded is left open.
    if (ledger.connections.get(entry.conn)?.stream === 'ticksStream') return;
    judgeKind(entry, findings);
    judgeList(entry, findings);
  },
});

type Findings = CheckerContext<ClientRequirementId>['findings'];

const KINDS: readonly string[] = ['transactions', 'account_state', 'instruments', 'hmr'];

function judgeKind({ action, event, i }: Command, findings: Findings): void {
  findings.judge('subscriptions.client-command-members', event !== '', () => ({
    message: `a command to ${action} names no kind of event`,
    expected: `one of ${KINDS.join(', ')}`,
    actual: 'none',
    evidence: [i],
  }));
  if (event === '') return;
  const isTicks = /^(?:live_?)?ticks?$/i.test(event);
  findings.judge('subscriptions.client-no-ticks', !isTicks, () => ({
    message: `a command asks for ${event} on the events stream`,
    expected: 'ticks on their own stream',
    actual: event,
    evidence: [i],
  }));
  if (isTicks) return;
  findings.judge('subscriptions.client-known-kinds', KINDS.includes(event), () => ({
    message: `a command asks for the unknown kind ${event}`,
    expected: `one of ${KINDS.join(', ')}`,
    actual: event,
    evidence: [i],
  }));
}

function judgeList({ action, event, instruments, i }: Command, findings: Findings): void {
  if (event === 'instruments') {
    findings.judge('subscriptions.client-instruments-list', instruments !== undefined, () => ({
      message: `a command to ${action} instruments has no list`,
      expected: 'a list of instruments, or the list of the one word all',
      actual: 'none',
      evidence: [i],
    }));
  }
  // What is unsubscribed is named as well, but an empty removal harms nobody.
  if (event !== 'hmr') return;
  const names = instruments?.filter((name) => name.toLowerCase() !== 'all' && name !== '*') ?? [];
  const isExplicit = names.length > 0 && names.length === instruments?.length;
  findings.judge('hmr.client-explicit-list', isExplicit, () => ({
    message: `a command to ${action} hmr does not name the instruments`,
    expected: 'a list of instruments that is not empty and holds no wildcard',
    actual: show(instruments === undefined ? undefined : [...instruments]),
    evidence: [i],
  }));
}
