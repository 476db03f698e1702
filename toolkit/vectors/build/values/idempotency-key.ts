// The grammar of an idempotency key of a mutating request (interface 8).
import type { Draft, FileDraft } from '../draft.js';

const test =
  (valid: boolean) =>
  (id: string, comment: string, key: string): Draft<'check-idempotency-key'> => ({
    id,
    comment,
    flags: ['IdempotencyKeyGrammar'],
    input: { key },
    valid,
  });
const accepted = test(true);
const refused = test(false);

export const IDEMPOTENCY_KEY: FileDraft = {
  name: 'idempotency-key',
  algorithm: 'SVC-IDEMPOTENCY-KEY',
  header: ['Whether a mutating request may carry this idempotency key.'],
  groups: [
    {
      type: 'check-idempotency-key',
      comment: 'length and characters',
      context: {},
      tests: [
        accepted('ordinary', 'an ordinary key', 'order-2024-05-01-000123'),
        accepted('uuid', 'a UUID', '7c9e6679-7425-40de-944b-e07fc1f90ae7'),
        accepted('length-5', 'the shortest', 'abcde'),
        accepted('length-6', 'one more than the shortest', 'abcdef'),
        accepted('length-127', 'one fewer than the longest', 'k'.repeat(127)),
        accepted('length-128', 'the longest', 'k'.repeat(128)),
        accepted('capitals', 'capitals', 'ABCXYZ'),
        accepted('small-letters', 'small letters', 'abcxyz'),
        accepted('digits', 'digits', '0123456789'),
        accepted('zeros', 'zeros', '00000'),
        accepted('dots', 'dots', '.....'),
        accepted('underscores', 'underscores', '_____'),
        accepted('hyphens', 'hyphens', '-----'),
        accepted('tildes', 'tildes', '~~~~~'),
        accepted('all-marks', 'the four marks', '._-~.'),
        accepted('mark-first', 'a mark at the start', '-abcd'),
        accepted(
          'whole-alphabet',
          'every permitted character',
          'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-~',
        ),
        accepted('like-number', 'a number with a sign', '-1.5e'),
        refused('empty', 'the empty key', ''),
        refused('length-1', 'one character', 'a'),
        refused('length-4', 'one fewer than the shortest', 'abcd'),
        refused('length-129', 'one more than the longest', 'k'.repeat(129)),
        refused('length-1000', 'far too long', 'k'.repeat(1000)),
        refused('blank-inside', 'a blank inside', 'abc de'),
        refused('blank-last', 'a blank at the end', 'abcde '),
        refused('blank-first', 'a blank at the start', ' abcde'),
        refused('blanks', 'blanks alone', '     '),
        refused('line-feed', 'a line feed at the end', 'abcde\n'),
        refused('carriage-return', 'carriage return and line feed inside', 'abc\r\nde'),
        refused('zero-character', 'a zero character', 'abc\0de'),
        refused('slash', 'a slash', 'abc/de'),
        refused('plus', 'a plus sign', 'abc+de'),
        refused('comma', 'a comma', 'abc,de'),
        refused('colon', 'a colon', 'abc:de'),
        refused('equals', 'an equals sign', 'abcde='),
        refused('percent', 'a percent-encoded character', 'abc%20de'),
        refused('braces', 'braces around a UUID', '{7c9e6679-7425-40de-944b-e07fc1f90ae7}'),
        refused('quotes', 'quotation marks', '"abcde"'),
        refused('at-sign', 'an at sign', 'abc@de'),
        refused('caret', 'a caret, between capitals and small letters', 'abc^de'),
        refused('brackets', 'brackets, between capitals and small letters', 'abc[de]'),
        refused('backslash', 'a backslash', 'abc\\de'),
        refused('accent', 'a letter with an accent', 'abcdé'),
        refused('full-width', 'full-width letters', '\uff41\uff42\uff43\uff44\uff45'),
        refused('other-digits', 'digits of another script', '٠١٢٣٤٥'),
        refused('emoji', 'an emoji', 'abcd🚀'),
        refused('en-dash', 'a dash that is no hyphen', 'abc–de'),
      ],
    },
  ],
};
