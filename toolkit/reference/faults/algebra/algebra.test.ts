// The algebra of faults over one rule of each form: what an edit changes, what it leaves, and how long it remembers.
import { describe, expect, it } from 'vitest';
import { honestRules, type Rules } from '../../rules/rules.js';
import { type Change, type Edits, editing, together } from './change.js';
import { alsoWhere, always, amended, exceptWhere, insteadOn, insteadWhere, onlyWhere, readAs } from './edits.js';
import { atEvery, keptBy, sharing } from './memory.js';
import { violating } from './violating.js';

const faulty = (edits: Edits): Rules => editing(edits)(honestRules());
const target = '/v1/accounts/1/orders';

describe('edits of one rule', () => {
  it('answer the same whatever is asked', () => {
    expect(faulty({ serves: always(false) }).serves(target)).toBe(false);
  });

  it('say yes or no in one place and are honest elsewhere', () => {
    expect(faulty({ serves: exceptWhere((asked) => asked.endsWith('/orders')) }).serves(target)).toBe(false);
    expect(faulty({ serves: exceptWhere((asked) => asked.endsWith('/orders')) }).serves('/v1/limits')).toBe(true);
    expect(faulty({ serves: onlyWhere((asked) => asked.endsWith('/orders')) }).serves('/v1/limits')).toBe(false);
    expect(faulty({ isSharedCode: alsoWhere((code) => code === 'NONE') }).isSharedCode('NONE')).toBe(true);
  });

  it('give another answer by all that the rule is told, or by the last of it', () => {
    const { httpStatus } = faulty({ httpStatus: insteadOn((operation) => operation === 'limits', 299) });
    expect(httpStatus('REQUEST_INVALID', 'limits')).toBe(299);
    expect(httpStatus('REQUEST_INVALID', 'account')).toBe(honestRules().httpStatus('REQUEST_INVALID', 'account'));
    expect(faulty({ errorMessage: insteadWhere((name) => name === 'A', 'B') }).errorMessage('A')).toBe('B');
  });

  it('make another answer of the honest one, or ask the honest rule something else', () => {
    expect(faulty({ volumeAfterClose: amended((left) => left + 1n) }).volumeAfterClose(3n, 1n)).toBe(3n);
    expect(faulty({ volumeAfterClose: readAs((open) => 2n * open) }).volumeAfterClose(3n, 1n)).toBe(5n);
  });
});

describe('edits that remember', () => {
  const change: Change = sharing(
    () => ({ asked: 0 }),
    (memory) => ({
      serves: amended((served) => {
        memory.asked += 1;
        return served;
      }),
      equityOf: () => () => BigInt(memory.asked),
    }),
  );

  it('share a memory between rules, and begin anew with every service', () => {
    const first = change(honestRules());
    first.serves(target);
    expect(first.equityOf(0n, 0n)).toBe(1n);
    expect(change(honestRules()).equityOf(0n, 0n)).toBe(0n);
  });

  it('count to the nth use', () => {
    const { serves } = faulty({ serves: atEvery(2, false) });
    expect([serves(target), serves(target), serves(target), serves(target)]).toEqual([true, false, true, false]);
  });

  it('keep the first answer under a name', () => {
    const { equityOf } = faulty({ equityOf: keptBy((_equity, balance) => (balance > 5n ? 'rich' : undefined)) });
    expect([equityOf(1n, 0n), equityOf(6n, 0n), equityOf(7n, 0n), equityOf(2n, 0n)]).toEqual([1n, 6n, 6n, 2n]);
  });
});

it('makes several changes one, the later one from the earlier', () => {
  const change = together(
    { equityOf: amended((equity) => equity + 1n) },
    { equityOf: amended((equity) => 2n * equity) },
  );
  expect(change(honestRules()).equityOf(1n, 1n)).toBe(6n);
});

it('heads faults of the same requirements', () => {
  const expiry = violating('5.3', ['auth.expired-key-code']);
  const fault = expiry('expired-key-accepted', { summary: 'Keys never expire.', acceptsExpiry: always(true) });
  expect(fault).toMatchObject({
    section: '5.3',
    requirements: ['auth.expired-key-code'],
    summary: 'Keys never expire.',
  });
  expect(fault).not.toHaveProperty('needs');
});
