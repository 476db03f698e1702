import { describe, expect, it } from 'vitest';
import { globMatches } from '../../../toolkit/base/glob.js';
import type { CheckId } from '../check-id.js';
import { isSelected, type Selectable, unknownSelectors } from './selection.js';

function selectable(id: CheckId, area: string, changes: Partial<Selectable> = {}): Selectable {
  return { spec: { id, title: '', kind: 'scenario' }, area, sections: ['5.3'], ...changes };
}

const check = selectable('auth.body-hash-matches/other-body', 'auth');

function takes(selectors: readonly string[], sections: readonly string[] = []): boolean {
  return isSelected(check, { selectors, sections });
}

describe('selectors', () => {
  it.each([
    'auth',
    'auth.body-hash-matches',
    'auth.body-hash-matches/other-body',
    'auth.*',
    '*/other-?ody',
    'scenario',
  ])('take a check by %s', (selector) => {
    expect(takes([selector])).toBe(true);
  });

  it.each(['aut', 'auth.body', 'auth.body-hash-matches/other', 'property', 'auth.*x'])(
    'leave a check by %s',
    (selector) => {
      expect(takes([selector])).toBe(false);
    },
  );

  it('take a check by any requirement that its assertions name, and by its area', () => {
    const other = selectable('ack.status-202/order', 'lifecycle', {
      spec: { ...check.spec, id: 'ack.status-202/order', requirements: ['domain.mutations-acknowledged'] },
    });
    for (const selector of ['lifecycle', 'ack', 'domain', 'domain.mutations-acknowledged']) {
      expect(isSelected(other, { selectors: [selector], sections: [] })).toBe(true);
    }
  });

  it('are alternatives, and sections narrow them', () => {
    expect(takes(['orders', 'auth'])).toBe(true);
    expect(takes([], ['5'])).toBe(true);
    expect(takes(['auth'], ['5.3'])).toBe(true);
    expect(takes(['auth'], ['6'])).toBe(false);
  });

  it('know 5.3 from 5.31', () => {
    expect(isSelected(selectable('own.b/c', 'a', { sections: ['5.31'] }), { selectors: [], sections: ['5.3'] })).toBe(
      false,
    );
  });

  it('are unknown when they name nothing; a requirement without checks is known', () => {
    const requirements = [{ id: 'ticks.shape', section: '4.6' }];
    const selection = { selectors: ['auth', 'ticks', 'ticks.shape', 'tick.shape'], sections: ['4', '5.3', '11'] };
    expect(unknownSelectors(selection, [check], requirements)).toEqual(['tick.shape', '11']);
  });
});

describe('globs', () => {
  it.each([
    ['*', 'anything', true],
    ['a*c', 'abbbc', true],
    ['a*c', 'abbb', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['*a*b', 'xaxbxb', true],
    ['a.c', 'abc', false],
    ['', '', true],
  ])('%s against %s: %s', (pattern, text, expected) => {
    expect(globMatches(pattern, text)).toBe(expected);
  });

  it('take time in proportion to the text', () => {
    const started = performance.now();
    globMatches(`${'*a'.repeat(30)}b`, 'a'.repeat(5000));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
