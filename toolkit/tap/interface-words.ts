// What a message shows of orders and positions in the interface's words, as the parameters of a request are (interface 2.2, 3): states,
// types and sides, so that who judges a client asks for a word and not for one venue's spelling of it. A word of nobody's stays as it came.
import type { JsonValue } from '../payload/json.js';
import type { Dialect, OrderView, PositionView, StreamMessage, TradingStateView } from '../profile/index.js';

type Meaning = Dialect['meaning'];

export function inInterfaceWords(message: StreamMessage, meaning: Meaning): StreamMessage {
  if (message.kind === 'transaction_event') return { ...message, view: withWords(message.view, meaning) };
  if (message.kind === 'trading_state_snapshot') return { ...message, view: withWords(message.view, meaning) };
  return message;
}

function withWords<View extends TradingStateView>(view: View, meaning: Meaning): View {
  const { orders, positions } = view;
  return {
    ...view,
    ...(orders !== undefined && { orders: orders.map((one) => orderIn(one, meaning)) }),
    ...(positions !== undefined && { positions: positions.map((one) => positionIn(one, meaning)) }),
  };
}

function orderIn(order: OrderView, meaning: Meaning): OrderView {
  return {
    ...order,
    ...word('type', order.type, (spelling) => meaning('orderType', spelling)),
    ...word('side', order.side, (spelling) => meaning('side', spelling)),
    ...word('state', order.state, (spelling) => meaning('orderState', spelling)),
  };
}

function positionIn(position: PositionView, meaning: Meaning): PositionView {
  return {
    ...position,
    ...word('side', position.side, (spelling) => meaning('side', spelling)),
    ...word('state', position.state, (spelling) => meaning('positionState', spelling)),
  };
}

function word<Name extends string>(
  name: Name,
  spelling: JsonValue | undefined,
  read: (spelling: JsonValue) => string | undefined,
): { readonly [Member in Name]?: JsonValue } {
  if (spelling === undefined) return {};
  // A computed member name is not seen to be the only one.
  return { [name]: read(spelling) ?? spelling } as { readonly [Member in Name]?: JsonValue };
}
