// Where the parts of an error lie, also in a list of errors (interface 7.1).
import { expect, it } from 'vitest';
import type { JsonValue } from '../../payload/json.js';
import { shapeOfValue } from '../shape/of-value.js';
import { bindBodies } from './bodies.js';

const bound = (value: JsonValue): ReturnType<typeof bindBodies> =>
  bindBodies({ bodies: new Map([['error', shapeOfValue(value, 'a read')]]), messages: [], known: {}, instruments: [] });

it('finds the code in the first item of a list of errors', () => {
  const { proposals, remarks } = bound({ errors: [{ error: { code: 'REQUEST_INVALID' }, error_message: 'no' }] });
  expect(proposals.filter(({ place }) => place[2] === 'error').map(({ place, value }) => [place[3], value])).toEqual([
    ['code', '/errors/0/error/code'],
    ['message', '/errors/0/error_message'],
  ]);
  expect(remarks).toEqual([]);
});

it('says what is not there', () => {
  expect(bound({ errors: [{ kind: 'no' }] }).remarks.join()).toContain('no error.code');
});

const listed = (value: JsonValue): unknown =>
  bindBodies({
    bodies: new Map([['instruments', shapeOfValue(value, 'a read')]]),
    messages: [],
    known: {},
    instruments: ['EURUSD'],
  })
    .proposals.filter(({ place }) => place[2] === 'instruments')
    .map(({ place, value: proposed }) => [place.at(-1), proposed]);

it('gathers instruments that lie under the names of groups, not those of one group', () => {
  expect(
    listed({ groups: { fx: { EURUSD: { digits: 5 }, USDJPY: { digits: 3 } }, other: { ALL: {}, XAU: {} } } }),
  ).toEqual([
    ['items', { at: '/groups/*', form: 'map' }],
    ['name', '@key'],
  ]);
  expect(listed({ groups: { fx: [{ code: 'EURUSD' }], other: [{ code: 'XAU' }] } })).toEqual([
    ['items', { at: '/groups/*' }],
    ['name', '/code'],
  ]);
});
