// Unit tests of coverage and of the matrix that is printed from it.
import { describe, expect, it } from 'vitest';
import { makeCatalogue } from './catalogue.js';
import { coverage } from './coverage.js';
import { matrixDocument, matrixMarkdown, matrixText } from './matrix-text.js';
import type { Requirement } from './requirement.js';

const must: Requirement = {
  id: 'auth.path-matches',
  section: '5.3',
  rule: 4,
  level: 'must',
  subject: 'server',
  statement: 'Refuses a | b.',
};
const excused: Requirement = {
  ...must,
  id: 'auth.body-hash-matches',
  statement: 'Keeps a secret.',
  untestable: 'Nobody sees it.',
};
const permitted: Requirement = {
  ...must,
  id: 'auth.method-matches',
  level: 'may',
  statement: 'May do it.',
  open: ['it'],
};
const duty: Requirement = {
  ...must,
  id: 'auth.signature-verified',
  subject: 'client',
  statement: 'Signs.',
  judgedBy: 'client',
};
const catalogue = makeCatalogue({
  requirements: [must, excused, permitted, duty],
  open: [],
  purposes: [
    { number: 1, kind: 'scenario', what: 'something to do' },
    { number: 2, kind: 'history', what: 'something to see', uncovered: 'Nobody can.' },
  ],
});

describe('coverage', () => {
  it('finds a statement without check or reason, and a purpose too', () => {
    const found = coverage(catalogue, []);
    expect(found.uncovered).toEqual([must]);
    expect(found.uncoveredPurposes.map(({ number }) => number)).toEqual([1]);
  });

  it('finds nothing when a check names the requirement and the purpose', () => {
    const found = coverage(catalogue, [
      { id: 'auth.path-matches/refuses', requirements: ['auth.path-matches'], purposes: [1] },
    ]);
    expect(found.uncovered).toEqual([]);
    expect(found.uncoveredPurposes).toEqual([]);
    expect(found.rows[0]).toEqual({ requirement: must, checks: ['auth.path-matches/refuses'] });
  });

  it('finds a duty of clients that no check judges, apart from what services owe', () => {
    expect(coverage(catalogue, []).uncoveredOfClients).toEqual([duty]);
    const judged = [{ id: 'auth.signature-verified/signs', requirements: ['auth.signature-verified'] }];
    expect(coverage(catalogue, judged).uncoveredOfClients).toEqual([]);
  });

  it('finds a check that names an unknown requirement or purpose', () => {
    const found = coverage(catalogue, [{ id: 'auth.x/y', requirements: ['auth.x'], purposes: [9] }]);
    expect(found.unknown).toEqual([{ check: 'auth.x/y', requirement: 'auth.x' }]);
    expect(found.unknownPurposes).toEqual([{ check: 'auth.x/y', purpose: 9 }]);
  });

  it('finds a check of what is said to be beyond judgement', () => {
    const found = coverage(catalogue, [
      { id: 'auth.body-hash-matches/sees', requirements: ['auth.body-hash-matches'] },
    ]);
    expect(found.contradicted).toEqual([excused]);
  });
});

describe('the matrix', () => {
  const found = coverage(catalogue, [
    { id: 'auth.path-matches/refuses', requirements: ['auth.path-matches'], purposes: [1] },
  ]);

  it('is a document with each requirement, its checks and its reason', () => {
    const { requirements, purposes } = matrixDocument(found);
    expect(requirements[0]).toEqual({ ...must, checks: ['auth.path-matches/refuses'] });
    expect(requirements[1]).toMatchObject({ id: 'auth.body-hash-matches', checks: [], untestable: 'Nobody sees it.' });
    expect(purposes[0]).toMatchObject({ number: 1, checks: ['auth.path-matches/refuses'] });
  });

  it('is text that names section, level, subject, checks and counts', () => {
    const text = matrixText(found);
    expect(text).toContain(
      'Interface 5.3\n  auth.path-matches  (5.3, rule 4, must, server)\n    Refuses a | b.\n    - auth.path-matches/refuses\n',
    );
    expect(text).toContain('    not judged: Nobody sees it.');
    expect(text).toContain('    NO CHECK OF CLIENTS\n');
    expect(text).toContain(
      '4 requirements: 1 judged by 1 checks, 0 judged by 0 checks of clients, 1 that cannot be judged from outside, 1 without',
    );
  });

  it('shows in text what has no check', () => {
    expect(matrixText(coverage(catalogue, []))).toContain('NO CHECK');
  });

  it('is a Markdown table whose cells stay cells', () => {
    const markdown = matrixMarkdown(found);
    expect(markdown).toContain(
      '| `auth.path-matches` | 5.3, rule 4 | must | server | Refuses a \\| b. | `auth.path-matches/refuses` |',
    );
    expect(markdown).toContain('| 2 | history | something to see | Nobody can. |');
  });
});
