// A body with one of its parts written otherwise (interface 5.2, `body_hash`): dates as a class for them prints them, the account of the
// path as a member more, blanks within the braces.
import { type BodyVariant, variant } from './body-variant.js';
import type { BodyPlace } from './hash-forms.js';
import { escapeEntities } from './json-escapes.js';
import { COMPACT, type JsonStyle, mapTokens, parseJsonTree, printJsonTree } from './json-tree.js';

const SPACED: JsonStyle = { comma: ', ', colon: ': ' };

/** Moments in texts of their own, in the spellings of the classes that read and print them. */
const DATES: readonly ((whole: string, moment: string, fraction: string) => string)[] = [
  (_all, moment, fraction) => `"${moment}${fraction === '' ? '.000' : fraction}Z"`,
  (_all, moment) => `"${moment}.000000Z"`,
  (_all, moment, fraction) => `"${moment}${fraction}Z"`,
  (_all, moment, fraction) => `"${moment}${fraction}+00:00"`,
  (_all, moment) => `"${moment}Z"`,
  (_all, moment) => `"${moment}+00:00"`,
  (_all, moment, fraction) => `"${moment}${fraction}"`,
];

export function* rewrittenParts(text: string, { path }: Pick<BodyPlace, 'path'>): Generator<BodyVariant> {
  for (const print of DATES) {
    const printed = text.replace(/"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(?:Z|\+00:00)?"/g, (all, moment, fraction) =>
      print(all, String(moment), typeof fraction === 'string' ? fraction : ''),
    );
    const how = 'hashes the body with its dates as a class for them prints them';
    if (printed !== text) yield { ...variant('body-hash-other-members', printed), how };
  }
  const tree = parseJsonTree(text);
  if (tree?.kind !== 'object' || tree.members.length === 0) return;
  const blanked = printJsonTree(tree, { comma: ',', colon: ': ', indent: '' }).replaceAll('\n', ' ');
  yield { ...variant('body-hash-spaced', blanked), how: 'hashes the body with blanks within its braces as well' };
  const escaped = [
    mapTokens(tree, escapeEntities),
    mapTokens(tree, (one) => escapeEntities(one).replaceAll('&#039;', "'")),
  ];
  for (const one of escaped.flatMap((changed) => [COMPACT, SPACED].map((style) => printJsonTree(changed, style)))) {
    if (one !== text) {
      yield { ...variant('body-hash-of-other-bytes', one), how: 'hashes the body with its texts escaped for HTML' };
    }
  }
  const account = /\/accounts\/([^/?]+)/.exec(path)?.[1];
  if (account === undefined) return;
  const isSpaced = /^[^"]*"[^"]*"\s*: /.test(text);
  const [comma, colon] = isSpaced ? [', ', ': '] : [',', ':'];
  const inner = printJsonTree(tree, { comma, colon }).slice(1, -1);
  for (const name of ['account_id', 'accountId', 'account', 'accountID', 'account_number']) {
    for (const value of [JSON.stringify(decodeSafely(account)), ...(/^\d{1,15}$/.test(account) ? [account] : [])]) {
      const member = `"${name}"${colon}${value}`;
      const how = `hashes the body with a member ${name}, which is the account of the path`;
      for (const members of [member + comma + inner, inner + comma + member]) {
        yield { ...variant('body-hash-other-members', `{${members}}`), how };
      }
    }
  }
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
