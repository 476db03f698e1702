// Triggers as data and as behaviour: well-formed pairs, and each kind shows a fault when it should and at no other time.
import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../../rules/context.js';
import { honestRules, type Rules } from '../../rules/rules.js';
import { always } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { TRIGGER_KINDS } from '../algebra/trigger-kind.js';
import { FAULTS, faultById, TRIGGERED_FAULTS } from '../index.js';
import {
  after,
  atEveryNth,
  fromNthOn,
  onlyFor,
  onlyOnNth,
  sinceThen,
  type Trigger,
  whileInFlight,
  withProbability,
} from './trigger.js';
import { triggered } from './triggered.js';

const MESSAGE: Fault = violating('7', ['errors.final-code-listed'])('another-message', {
  summary: 'Messages are wrong.',
  finalMessage: always('wrong'),
});

function service(trigger: Trigger): Rules {
  return triggered(trigger, MESSAGE).change(honestRules());
}

/** Whether each of so many messages is the wrong one. */
function shown(rules: Rules, times: number): readonly boolean[] {
  return Array.from({ length: times }, () => rules.finalMessage('CODE') === 'wrong');
}

function request(rules: Rules, accountId: string): void {
  const context: Partial<RequestContext> = { accountId, operation: 'placeOrder' };
  rules.requiresSigning(context as RequestContext); // The rule looks at nothing else.
}

function launch(rules: Rules, serial: number, accountId = 'a'): string {
  return rules.operationId(serial, {
    kind: 'placeOrder',
    orderType: 'limit',
    accountId,
    clientRequestId: `key-${serial}`,
    ordinal: serial,
  });
}

function end(rules: Rules, operationId: string, status: 'success' | 'rejected'): void {
  const payload = { orders: [], deals: [], positions: [], accountState: undefined };
  const names = { clientRequestId: 'key', errorCode: undefined, errorMessage: undefined };
  rules.announcements(
    { kind: 'transaction_event', status, operationId, payload, atMs: 0, ...names },
    { accountId: 'a', openOrders: () => [], openPositions: () => [], requested: true },
  );
}

describe('the catalogue of triggered faults', () => {
  it('has 150 or more, each under an id of its own beside those that show always', () => {
    expect(TRIGGERED_FAULTS.length).toBeGreaterThanOrEqual(150);
    const ids = [...FAULTS, ...TRIGGERED_FAULTS].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('has some of each kind of trigger, and each changes a service that can be honest', () => {
    expect([...new Set(TRIGGERED_FAULTS.map(({ trigger }) => trigger))].sort()).toEqual([...TRIGGER_KINDS].sort());
    for (const { id, change, summary } of TRIGGERED_FAULTS) {
      expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(summary).toMatch(/^[A-Za-z].*: only .*\.$/);
      expect(Object.keys(change(honestRules())).sort()).toEqual(Object.keys(honestRules()).sort());
      expect(faultById(id).id).toBe(id);
    }
  });

  it('makes any fault of the catalogue one by chance, and names the nearest where there is none', () => {
    const rare = faultById('ack-status-200-once-in-200');
    expect(rare).toMatchObject({ id: 'ack-status-200-once-in-200', trigger: 'chance' });
    expect(rare.requirements).toEqual(faultById('ack-status-200').requirements);
    expect(() => faultById('ack-status-20-once-in-200')).toThrow(/did you mean ack-status-200/);
    expect(() => faultById('ack-status-200-once-in-0')).toThrow(/expected the id of a fault/);
  });
});

describe('a triggered fault', () => {
  it('shows at the nth use, from it on, or at every nth', () => {
    expect(shown(service(onlyOnNth(2)), 3)).toEqual([false, true, false]);
    expect(shown(service(fromNthOn(2)), 3)).toEqual([false, true, true]);
    expect(shown(service(atEveryNth(2)), 4)).toEqual([false, true, false, true]);
  });

  it('counts by account', () => {
    const rules = service(onlyOnNth(2));
    request(rules, 'a');
    expect(shown(rules, 1)).toEqual([false]);
    request(rules, 'b');
    expect(shown(rules, 1)).toEqual([false]);
    request(rules, 'a');
    expect(shown(rules, 1)).toEqual([true]);
  });

  it('shows for the values of the request alone', () => {
    const rules = service(onlyFor('for-sells', ({ side }) => side === 'sell'));
    request(rules, 'a');
    rules.acceptsSide('buy', 'placeOrder');
    expect(shown(rules, 1)).toEqual([false]);
    request(rules, 'a');
    rules.acceptsSide('sell', 'placeOrder');
    expect(shown(rules, 1)).toEqual([true]);
  });

  it('shows after something happened on the account, however often that was asked for', () => {
    const rules = service(after('reject', 2));
    for (const serial of [1, 2]) {
      expect(shown(rules, 1)).toEqual([false]);
      end(rules, launch(rules, serial), 'rejected');
    }
    expect(shown(rules, 1)).toEqual([true]);
    request(rules, 'b');
    expect(shown(rules, 1)).toEqual([false]);
  });

  it('shows within a time of what happened, and not before it', () => {
    const rules = service(sinceThen('success', 60_000, 'within'));
    expect(shown(rules, 1)).toEqual([false]);
    end(rules, launch(rules, 1), 'success');
    expect(shown(rules, 1)).toEqual([true]);
  });

  it('shows while an operation of the account is in flight', () => {
    const rules = service(whileInFlight());
    const operation = launch(rules, 1);
    expect(shown(rules, 1)).toEqual([true]);
    end(rules, operation, 'success');
    expect(shown(rules, 1)).toEqual([false]);
  });

  it('shows by chance', () => {
    const times = shown(service(withProbability(4)), 2000).filter((wrong) => wrong).length;
    expect(times).toBeGreaterThan(300);
    expect(times).toBeLessThan(700);
  });

  it('begins anew with every service', () => {
    const fault = triggered(onlyOnNth(1), MESSAGE);
    expect(shown(fault.change(honestRules()), 1)).toEqual([true]);
    expect(shown(fault.change(honestRules()), 1)).toEqual([true]);
  });
});
