// The state machine's one door: a command in its context becomes a transaction or a rejection (interface 3, 4, 6.1, 7.2).
import { cancel } from './cancel-order.js';
import { close } from './close-position.js';
import {
  type Command,
  type Conclusion,
  type DecisionContext,
  type PlaceCommand,
  type Rejection,
  rejected,
} from './decision.js';
import { open } from './execute.js';
import { earlyPlacementRejection, place } from './place-order.js';

export function decide(context: DecisionContext, command: Command): Conclusion {
  switch (command.kind) {
    case 'placeOrder':
      return command.type === 'market' ? openByOrder(context, command) : place(context, command);
    case 'openPosition':
      return open(context, command);
    case 'closePosition':
      return close(context, command);
    case 'cancelOrder':
      return cancel(context, command);
  }
}

/**
 * The rejection that a command would meet now, for those codes that may come before the ACK (interface 4.1, 7.2). Of an order only
 * what leads to them is decided, unless `whole`.
 */
export function earlyRejection(context: DecisionContext, command: Command, whole: boolean): Rejection | undefined {
  if (!whole && command.kind === 'placeOrder' && (command.type === 'limit' || command.type === 'stop')) {
    return earlyPlacementRejection(context, command);
  }
  const conclusion = decide(context, command);
  return 'rejection' in conclusion ? conclusion.rejection : undefined;
}

/** Only reached when a rule lets a market order through (interface 4.1 refuses it before the ACK). */
function openByOrder(context: DecisionContext, command: PlaceCommand): Conclusion {
  const guarded = context.rules.placementGuard(context.account, 'market');
  if (guarded !== undefined) return rejected(guarded, 'market orders are not for this method');
  const { instrument = '', side = 'buy', volume = { coefficient: 0n, scale: 0 } } = command;
  const { stopLossPrice, takeProfitPrice, clientRequestId } = command;
  return open(context, {
    kind: 'openPosition',
    instrument,
    side,
    volume,
    stopLossPrice,
    takeProfitPrice,
    clientRequestId,
  });
}
