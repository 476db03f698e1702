// Trading History over all its pages (interface 1, rules 4 and 5).
import type { ErrorCode, HistoryInput } from '../../intents/index.js';
import type { DealView, OrderView } from '../../profile/index.js';
import type { Conduct } from '../conduct/conduct.js';
import type { Filters, Row } from '../conduct/reads.js';
import type { Service } from './service.js';
import { textOf } from './values.js';

export interface Collected {
  readonly ids: readonly string[];
  readonly orders: readonly OrderView[];
  readonly deals: readonly DealView[];
  readonly refused?: ErrorCode;
}

/** Far beyond any history of a run. */
const MOST_PAGES = 1000;

export async function collect(
  conduct: Conduct,
  service: Service,
  { what, from, to, limit }: Pick<HistoryInput, 'what' | 'from' | 'to' | 'limit'>,
): Promise<Collected> {
  const name = what === 'orders' ? 'orderHistory' : 'dealHistory';
  const filters: Filters = {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(limit === undefined ? {} : { limit }),
  };
  const orders: OrderView[] = [];
  const deals: DealView[] = [];
  const ids: string[] = [];
  let last: Row | undefined;
  let cursor: string | undefined;
  for (let pages = 1; pages <= MOST_PAGES; pages++) {
    const outcome = await service.read(
      name,
      cursor === undefined ? filters : { ...conduct.besideCursor(filters), cursor },
    );
    if ('trouble' in outcome) {
      const { code, status } = outcome.trouble;
      return { ids, orders, deals, refused: code ?? status ?? 'no answer' };
    }
    const page =
      what === 'orders'
        ? service.dialect.readOrderHistory(outcome.body)
        : service.dialect.readDealHistory(outcome.body);
    const items = page.items ?? [];
    const read = items.flatMap(({ id, time }) => (id === undefined ? [] : [{ id, time: textOf(time) }]));
    const rows = conduct.rows(read, last);
    ids.push(...rows.map(({ id }) => id));
    last = rows.at(-1) ?? last;
    if (what === 'orders') orders.push(...items);
    else deals.push(...items);
    const given = textOf(page.cursor);
    const facts = { pages, rows: items.length, asked: limit, cursor: given === '' ? undefined : given };
    const next = conduct.nextCursor(facts);
    if (next === undefined || service.isClosed) break;
    cursor = conduct.cursor(next);
  }
  return { ids, orders, deals };
}
