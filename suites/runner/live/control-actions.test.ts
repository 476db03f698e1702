import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ControlActions, type ControllingCheck } from './control-actions.js';
import { Provoked } from './resilience/provoked.js';

/** Actions of a target that refuses so many in a row after the first. */
function actions(refusals: number): { readonly controls: ControlActions; readonly findings: unknown[] } {
  let calls = 0;
  const findings: never[] = [];
  const check = {
    target: {
      control: {
        has: () => true,
        scope: () => 'account',
        perform: async () => {
          calls += 1;
          if (calls > 1 && calls <= 1 + refusals) throw new Error('HTTP 409');
          return {};
        },
      },
      controlPace: { isStated: false, waitMs: 0 },
      freshAccounts: { opened: async () => undefined },
    },
    opened: new Set(),
    journal: { note: () => 1 },
    tally: { findings },
    signal: new AbortController().signal,
    offTheClock: <T>(waiting: Promise<T>) => waiting,
  } as unknown as ControllingCheck;
  return { controls: new ControlActions(check, new Provoked()), findings };
}

describe('control actions', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    return () => void vi.useRealTimers();
  });

  it('that are refused behind another are asked again, since its effect may be to come', async () => {
    const { controls, findings } = actions(2);
    await controls.perform('instrument.remove', { account_id: 'A', instrument: 'X' });
    const added = controls.perform('instrument.add', { account_id: 'A', instrument: 'X' });
    await vi.runAllTimersAsync();
    expect(await added).toEqual({});
    expect(findings).toEqual([]);
  });

  it('that are refused again and again have failed', async () => {
    const { controls, findings } = actions(4);
    await controls.perform('instrument.remove', { account_id: 'A', instrument: 'X' });
    const failed = expect(controls.perform('instrument.add', { account_id: 'A' })).rejects.toThrow(/HTTP 409/);
    await vi.runAllTimersAsync();
    await failed;
    expect(findings).toHaveLength(1);
  });
});
