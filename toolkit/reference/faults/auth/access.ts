// Faults of keys and of what they permit (interface 5.3, rules 9 and 10).
import { alsoOn, alsoWhere, always, amended } from '../algebra/edits.js';
import { type Fault, handshakes, mutations, reads, violating } from '../algebra/index.js';

const expiredKeyCode = violating('5.3', ['auth.expired-key-code']);
const keyAccountScope = violating('5.3', ['auth.key-account-scope']);
const keySourceScope = violating('5.3', ['auth.key-source-scope']);
const keyReadScope = violating('5.3', ['auth.key-read-scope']);

export const accessFaults: readonly Fault[] = [
  expiredKeyCode('expired-key-accepted', { summary: 'Keys never expire.', acceptsExpiry: always(true) }),
  expiredKeyCode('expired-key-accepted-on-handshakes', {
    summary: 'The expiry of a key is not looked at on handshakes.',
    acceptsExpiry: alsoOn(handshakes),
  }),
  expiredKeyCode('expired-key-accepted-on-reads', {
    summary: 'An expired key may still read.',
    acceptsExpiry: alsoOn(reads),
  }),
  violating('5.3', ['auth.unknown-key-code'])('key-matched-by-prefix', {
    summary: 'A key is found by the beginning of its identifier.',
    findKey: amended((answer, id, keys) => answer ?? [...keys.values()].find((key) => id.startsWith(key.id))),
  }),
  violating('5.3', ['auth.key-account-scope', 'auth.access-violation-code'])('account-scope-unchecked', {
    summary: 'Any key may use any account.',
    permitsAccount: always(true),
  }),
  keyAccountScope('account-scope-unchecked-on-reads', {
    summary: 'Any key may read any account.',
    permitsAccount: alsoOn(reads),
  }),
  keyAccountScope('account-scope-unchecked-on-handshakes', {
    summary: 'Any key may open the streams of any account.',
    permitsAccount: alsoOn(handshakes),
  }),
  keySourceScope('source-unchecked', {
    summary: 'The source address of a request is not compared with those of its key.',
    permitsSource: always(true),
  }),
  keySourceScope('source-unchecked-on-handshakes', {
    summary: 'The source address is not looked at on handshakes.',
    permitsSource: alsoOn(handshakes),
  }),
  keySourceScope('source-unchecked-on-orders', {
    summary: 'The source address is not looked at when orders are placed.',
    permitsSource: alsoOn(mutations),
  }),
  keyReadScope('read-key-may-trade', {
    summary: 'A key with the scope read may place orders.',
    permitsScope: alsoWhere((key, scope) => scope === 'trade' && key.scopes.includes('read')),
  }),
  keyReadScope('read-key-may-not-read', {
    summary: 'A read needs the scope trade.',
    scopeOf: amended((answer) => (answer === 'read' ? 'trade' : answer)),
  }),
  violating('5.3', ['auth.key-stream-scope'])('stream-scope-unchecked', {
    summary: 'A key without the scope stream may open streams.',
    permitsScope: alsoWhere((_key, scope) => scope === 'stream'),
  }),
];
