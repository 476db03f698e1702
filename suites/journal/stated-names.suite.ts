// Names and words that the interface states (2.1 to 2.4, 2.6, 4.3, 6.3, 7.1), in the messages as they came: scenes in which each shows,
// judged by the history checkers of the same requirements, which read past what a profile binds.
import type { CheckSpec } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { requirementOf, scenario } from '../runner/registry.js';
import { assertScene } from '../words/judgement.js';
import { READ } from '../words/needs.js';
import { awaitBeat } from '../words/streams/beats.js';
import { CHANGE_INSTRUMENTS, changeEventOf, followedInstrument } from '../words/streams/instrument-events.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';
import { book, refuse, trade } from './scene-plays.js';

interface Scene extends Pick<CheckSpec, 'id' | 'title' | 'requirements' | 'needs'> {
  readonly play: (t: CheckContext) => Promise<void>;
}

/** Limit and stop orders, and their events. */
async function placeEachType(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  for (const type of ['limit', 'stop'] as const) await t.account.openOrder({ type }, { events });
}

/** An order that ends rejected, in its event and in its status. */
async function readRejection(t: CheckContext): Promise<void> {
  const events = await t.account.transactions();
  const submission = await placeToBeRejected(t);
  await t.account.settle(submission, events);
  await t.account.request('operationStatus', { operationId: submission.operationId });
}

async function watchOneBeat(t: CheckContext): Promise<void> {
  await awaitBeat(t, await t.account.subscribed('account_state'));
}

async function readConditions(t: CheckContext): Promise<void> {
  await t.account.conditions();
}

async function changeOneInstrument(t: CheckContext): Promise<void> {
  const { name, events } = await followedInstrument(t);
  await changeEventOf(t, events, name);
}

async function readAccount(t: CheckContext): Promise<void> {
  await t.account.request('account');
}

const SCENES: readonly Scene[] = [
  {
    id: 'ack.member-names/of-an-order',
    title: 'names the members of an ACK and of a transaction event as the interface does',
    requirements: ['transactions.member-names'],
    play: placeEachType,
  },
  {
    id: 'transactions.member-names/of-a-rejected-order',
    title: 'names status, identifiers and error of a rejected order as the interface does, in event and status',
    requirements: ['operations.member-names'],
    play: readRejection,
  },
  {
    id: 'transactions.payload-entity-names/while-trading',
    title: 'calls the entities of a payload orders, deals, positions and account_state',
    needs: { claims: ['positions'] },
    play: trade,
  },
  {
    id: 'transactions.stated-words/order-types',
    title: 'spells the types of placed orders limit and stop',
    play: placeEachType,
  },
  {
    id: 'transactions.stated-words/balance-kinds',
    title: 'spells the kinds of balance deals as the interface does',
    needs: { control: ['account.deposit'] },
    play: book,
  },
  {
    id: 'account-state.figure-names/periodic',
    title: 'names the figures of the periodic account state balance, equity and used_margin',
    needs: { claims: ['accountStateEvents'] },
    play: watchOneBeat,
  },
  {
    id: 'configuration.condition-names/read',
    title: 'names the members of conditions that are read as the interface does',
    needs: READ,
    play: readConditions,
  },
  {
    id: 'configuration.condition-names/in-an-event',
    title: 'names action and conditions of an instrument event as the interface does',
    requirements: ['instruments.action-name'],
    needs: CHANGE_INSTRUMENTS,
    play: changeOneInstrument,
  },
  {
    id: 'guards.attribute-names/account-read',
    title: 'names the attributes of an account trade_mode and account_status',
    needs: READ,
    play: readAccount,
  },
  {
    id: 'errors.member-names/refused-orders',
    title: 'names code and message of refusals error.code and error_message',
    play: refuse,
  },
];

for (const { play, ...spec } of SCENES) {
  scenario({
    ...spec,
    async run(t) {
      await play(t);
      await assertScene(t, [requirementOf(spec.id), ...(spec.requirements ?? [])]);
    },
  });
}
