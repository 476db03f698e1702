// By which road a client learns what becomes of its orders (interface 1, rule 1): the result comes by an event or can be read, and no rule
// makes a client want it. Who needs none sends the same as who takes the ACK for the result, so that this is told and never judged.
import { isAccepted, type Seen } from '../stage/seen.js';
import { LOOKS } from './looks.js';

export function learntResults(seen: Seen): 'no order was acknowledged' | 'by a stream' | 'by reads' | 'by neither' {
  const first = seen.mutations().find(isAccepted);
  if (first === undefined) return 'no order was acknowledged';
  if (seen.commands().some(({ command }) => command.event === 'transactions')) return 'by a stream';
  return seen.since(first.seq).requests(...LOOKS).length > 0 ? 'by reads' : 'by neither';
}
