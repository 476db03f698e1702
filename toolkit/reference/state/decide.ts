// The state machine's one door: a command on a desk becomes a transaction or a rejection (interface 3, 4, 6.1, 7.2).
import { cancel } from './cancel.js';
import { close } from './close.js';
import { type Command, type Conclusion, type Desk, type PlaceCommand, type Rejection, rejected } from './desk.js';
import { open } from './execute.js';
import { earlyPlacementRejection, place } from './place.js';

export function decide(desk: Desk, command: Command): Conclusion {
  switch (command.kind) {
    case 'placeOrder':
      return command.type === 'market' ? openByOrder(desk, command) : place(desk, command);
    case 'openPosition':
      return open(desk, command);
    case 'closePosition':
      return close(desk, command);
    case 'cancelOrder':
      return cancel(desk, command);
  }
}

/**
 * The rejection that a command would meet now, for those codes that may come before the ACK (interface 4.1, 7.2). Of an order only
 * what leads to them is decided, unless `whole`.
 */
export function earlyRejection(desk: Desk, command: Command, whole: boolean): Rejection | undefined {
  if (!whole && command.kind === 'placeOrder' && (command.type === 'limit' || command.type === 'stop')) {
    return earlyPlacementRejection(desk, command);
  }
  const conclusion = decide(desk, command);
  return 'rejection' in conclusion ? conclusion.rejection : undefined;
}

/** Only reached when a rule lets a market order through (interface 4.1 refuses it before the ACK). */
function openByOrder(desk: Desk, command: PlaceCommand): Conclusion {
  const guarded = desk.rules.placementGuard(desk.account, 'market');
  if (guarded !== undefined) return rejected(guarded, 'market orders are not for this method');
  const { instrument = '', side = 'buy', volume = { coefficient: 0n, scale: 0 } } = command;
  const { stopLossPrice, takeProfitPrice, clientRequestId } = command;
  return open(desk, {
    kind: 'openPosition',
    instrument,
    side,
    volume,
    stopLossPrice,
    takeProfitPrice,
    clientRequestId,
  });
}
