import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../toolkit/profile/profile.js';
import type { CheckSpec } from '../check.js';
import type { CheckId } from '../check-id.js';
import { Phases, phaseOf } from './phases.js';

// Only the bindings count here.
const profile = {
  control: {
    'clock.advance': { command: ['true'] },
    'market.close': { command: ['true'], scope: 'account' },
    'stream.drop': { command: ['true'] },
  },
} as unknown as Profile;

function spec(id: CheckId, changes: Partial<CheckSpec> = {}): CheckSpec {
  return { id, title: '', kind: 'scenario', run: async () => undefined, ...changes };
}

const plain = spec('own.b/plain');
const moving = spec('own.b/moving', { needs: { control: ['clock.advance'] } });
const moving2 = spec('own.b/moving-again', { needs: { control: ['clock.advance'] } });
const history = spec('own.b/history', { kind: 'history' });

describe('phases', () => {
  it('tell who may run beside others, by the reach of the control actions as the profile binds them', () => {
    expect([plain, moving, history].map((one) => phaseOf(one, profile))).toEqual(['together', 'moving', 'history']);
    expect(phaseOf(spec('own.b/c', { needs: { control: ['market.close', 'stream.drop'] } }), profile)).toBe('together');
    expect(phaseOf(spec('own.b/c', { needs: { control: ['hmr.upsert'] } }), profile)).toBe('together');
  });

  it('keep others away from a check in whose contexts the market closes for everybody', () => {
    const contexts = { after: ['nothing', 'session-closed'] } as const;
    const closing = spec('own.b/c', { contexts });
    expect(phaseOf(closing, profile)).toBe('together');
    const everywhere = { control: { 'market.close': { command: ['true'] } } } as unknown as Profile; // as above
    expect(phaseOf(closing, everywhere)).toBe('alone');
    expect(phaseOf(spec('own.b/c', { contexts: { after: 'all' } }), everywhere)).toBe('alone');
    expect(phaseOf(spec('own.b/c', { contexts: { after: ['nothing'] } }), everywhere)).toBe('together');
  });

  it('leave those that move the clock for the end, whoever comes first', async () => {
    const everywhere = { control: { ...profile.control, 'market.close': { command: ['true'] } } } as unknown as Profile; // as above
    const closing = spec('own.b/closing', { needs: { control: ['market.close'] } });
    const phases = new Phases(everywhere, [moving, closing]);
    const log: string[] = [];
    const entries = [moving, closing].map((one) => phases.enter(one).then(() => log.push(one.id)));
    await entries[1];
    await new Promise(setImmediate);
    expect(log).toEqual(['own.b/closing']);
    phases.ended(closing);
    await entries[0];
    expect(log).toEqual(['own.b/closing', 'own.b/moving']);
  });

  it('run checks that reach everybody after the others and one at a time, and history last', async () => {
    const phases = new Phases(profile, [plain, moving, moving2, history]);
    const log: string[] = [];
    const entries = [history, moving, moving2, plain].map((one) =>
      phases.enter(one).then(() => {
        log.push(one.id);
      }),
    );
    await new Promise(setImmediate);
    expect(log).toEqual(['own.b/plain']);
    phases.ended(plain);
    await new Promise(setImmediate);
    expect(log).toEqual(['own.b/plain', 'own.b/moving']);
    phases.ended(moving);
    await new Promise(setImmediate);
    expect(log).toEqual(['own.b/plain', 'own.b/moving', 'own.b/moving-again']);
    phases.ended(moving2);
    await Promise.all(entries);
    expect(log.at(-1)).toBe('own.b/history');
  });

  it('do not wait for what is not there', async () => {
    await new Phases(profile, [history]).enter(history);
    await new Phases(profile, [moving]).enter(moving);
  });
});
