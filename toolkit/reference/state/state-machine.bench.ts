// The pure state machine: decisions and their application, no engine around it. Exits 1 below 100,000 operations per second.
// Run the compiled file: `node build/toolkit/reference/state/state-machine.bench.js`.
import type { AccountInfo } from '../domain.js';
import { honestRules } from '../rules/rules.js';
import { Book } from './book.js';
import { decide } from './decide.js';
import type { Command, DecisionContext, OpenCommand, PlaceCommand } from './decision.js';
import { Market } from './market.js';

const TARGET = 100_000;
const OPERATIONS = 400_000;

const account: AccountInfo = {
  id: '1',
  currency: 'USD',
  currencyDigits: 2,
  tradeMode: 'normal',
  accountStatus: 'normal',
};
const rules = honestRules();
const book = new Book(100_000_000_00n, 100_000);
const market = new Market(7, 500, false);
const volume = { coefficient: 10n, scale: 2 };
const levels = { stopLossPrice: { coefficient: 80_000n, scale: 5 }, takeProfitPrice: undefined };
const common = { instrument: 'EURUSD', side: 'buy', volume, clientRequestId: 'bench-key', ...levels } as const;
const limit: PlaceCommand = {
  kind: 'placeOrder',
  type: 'limit',
  price: { coefficient: 90_000n, scale: 5 },
  positionId: undefined,
  ...common,
};
const openNow: OpenCommand = { kind: 'openPosition', ...common };

let nowMs = 1_750_000_000_000;

function run(command: Command): void {
  nowMs += 1;
  const context: DecisionContext = { account, book, market, rules, nowMs, pendingMax: 200 };
  const conclusion = decide(context, command);
  if ('rejection' in conclusion) {
    throw new Error(`expected success, got ${conclusion.rejection.code}: ${conclusion.rejection.detail}`);
  }
  book.apply(conclusion.transaction, rules, nowMs);
}

/** Placement with SL/TP, cancel, market execution with SL/TP, close: four operations that leave nothing open. */
function cycle(): void {
  run(limit);
  const orderId = book.orders.keys().next().value ?? '';
  run({ kind: 'cancelOrder', orderId, clientRequestId: undefined });
  run(openNow);
  const positionId = book.positions.keys().next().value ?? '';
  run({ kind: 'closePosition', positionId, volume: undefined, clientRequestId: undefined });
}

for (let i = 0; i < 20_000; i += 1) {
  cycle();
}
const startedNs = process.hrtime.bigint();
for (let i = 0; i < OPERATIONS / 4; i += 1) {
  cycle();
}
const seconds = Number(process.hrtime.bigint() - startedNs) / 1e9;
const rate = OPERATIONS / seconds;
process.stdout.write(`state machine: ${Math.round(rate)} operations per second (at least ${TARGET})\n`);
process.exitCode = rate >= TARGET ? 0 : 1;
