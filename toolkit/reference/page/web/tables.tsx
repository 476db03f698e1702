// The tables of an account: orders and positions with what control can do to them, prices, operations, streams.
import type { ComponentChildren } from 'preact';
import type { ShownOperation, ShownOrder, ShownPosition, ShownPrice, ShownStream } from '../page-state.js';

export type Act = (action: string, params: Readonly<Record<string, string>>) => void;

interface TableProps {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[];
  readonly none: string;
  /** Of more columns than half a screen has room for. */
  readonly isWide?: boolean;
  readonly children?: ComponentChildren;
}

/** A row is a block on a phone; a long table scrolls in itself, by keyboard too. */
function Table({ title, heads, rows, none, isWide, children }: TableProps) {
  const id = title.toLowerCase();
  return (
    <section aria-labelledby={id} class={isWide ? 'wide' : undefined}>
      <h2 id={id}>
        {title} <span class="count">{rows.length}</span>
      </h2>
      {children}
      {rows.length === 0 ? (
        <p class="none">{none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section class="scroll" tabIndex={0} aria-label={`${title}, as a table`}>
          <table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, at) => (
                    <td key={heads[at]} data-head={heads[at]}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

function Button({ children, of, onClick }: { children: string; of: string; onClick: () => void }) {
  return (
    <button type="button" aria-label={`${children} ${of}`} onClick={onClick}>
      {children}
    </button>
  );
}

export function Orders({ orders, act }: { orders: readonly ShownOrder[]; act: Act }) {
  const rows = orders.map(({ id, type, side, instrument, volume, price }) => ({
    key: id,
    cells: [
      id,
      `${side} ${type}`,
      instrument,
      volume,
      price,
      <span key="do">
        <Button of={id} onClick={() => act('order.fill', { order_id: id })}>
          Fill
        </Button>{' '}
        <Button of={id} onClick={() => act('order.cancel', { order_id: id })}>
          Cancel
        </Button>
      </span>,
    ],
  }));
  return (
    <Table
      title="Orders"
      heads={['order', 'kind', 'instrument', 'volume', 'price', 'control']}
      rows={rows}
      none="No pending order."
    />
  );
}

export function Positions({ positions, act }: { positions: readonly ShownPosition[]; act: Act }) {
  const rows = positions.map(({ id, side, instrument, volume, price }) => ({
    key: id,
    cells: [
      id,
      side,
      instrument,
      volume,
      price,
      <Button key="do" of={id} onClick={() => act('position.close', { position_id: id })}>
        Close
      </Button>,
    ],
  }));
  return (
    <Table
      title="Positions"
      heads={['position', 'side', 'instrument', 'volume', 'opened at', 'control']}
      rows={rows}
      none="No open position."
    />
  );
}

export function Prices({ prices }: { prices: readonly ShownPrice[] }) {
  const rows = prices.map(({ instrument, bid, ask }) => ({ key: instrument, cells: [instrument, bid, ask] }));
  return <Table title="Prices" heads={['instrument', 'bid', 'ask']} rows={rows} none="No instruments." />;
}

export function Operations({ operations }: { operations: readonly ShownOperation[] }) {
  const rows = operations.map(({ id, kind, key, state, errorCode, at }) => ({
    key: id,
    cells: [
      at.slice(11, 19),
      id,
      kind,
      <span key="state" class={state}>
        {state}
      </span>,
      errorCode,
      key,
    ],
  }));
  return (
    <Table
      title="Operations"
      isWide
      heads={['at', 'operation', 'kind', 'state', 'error code', 'idempotency key']}
      rows={rows}
      none="No operation yet."
    />
  );
}

export function Streams({ streams, act }: { streams: readonly ShownStream[]; act: Act }) {
  const rows = streams.map(({ id, stream, subscriptions, stalled }) => ({
    key: id,
    cells: [id, stream, subscriptions.join('; ') || 'nothing yet', stalled ? 'stalled' : 'open'],
  }));
  return (
    <Table
      title="Streams"
      isWide
      heads={['connection', 'stream', 'subscribed to', 'state']}
      rows={rows}
      none="No open stream."
    >
      {rows.length > 0 && (
        <p>
          <button type="button" onClick={() => act('stream.drop', {})}>
            Drop
          </button>{' '}
          <button type="button" onClick={() => act('stream.stall', {})}>
            Stall
          </button>{' '}
          <button type="button" onClick={() => act('stream.resume', {})}>
            Resume
          </button>
        </p>
      )}
    </Table>
  );
}
