// A service that grows in six steps, for the tutorial beside it: `node service.mjs 3` is what stands after the third. One account, one
// instrument, orders that rest; everything else its profile does not claim. `PORT` says where, `PUBLIC_KEY` whose signatures count.
import { createServer } from 'node:http';
import { compare, fitsDigits, isDecimal, isMultipleOf, parseDecimal } from 'tsi-conformance/decimal';
import { createVerifier, inspectRequest, parsePublicKey, portableHashing } from 'tsi-conformance/signing';
import { WebSocketServer } from 'ws';

const STEP = Number(process.argv[2] ?? 6);
const CONFIGURATION = '/v1/configuration/accounts/1001';
const TRADING = '/v1/trading/accounts/1001';
const EVENTS = '/v1/server-events/accounts/1001/ws/events';
const CONDITIONS = { volume_min: '0.01', volume_max: '100', volume_step: '0.01', point_digits: 5 };
const STATE = { balance: '10000.00', equity: '10000.00', used_margin: '0.00' };

// Step 1: a server, and an error for everything (interface 7.1).
const refused = (status, code, message = code) => [status, { error: { code }, error_message: message }];
const NOTHING = refused(404, 'NOT_FOUND', 'there is nothing here');

function answerTo({ method, path, headers, body }) {
  const [place] = path.split('?');
  if (STEP >= 2 && method === 'GET' && READS[place] !== undefined) return [200, READS[place]];
  const key = headers.find(([name]) => name.toLowerCase() === 'svc-idempotency-key')?.[1];
  if (STEP >= 5 && method === 'POST' && place === `${TRADING}/orders`) return placeOrder(body.toString(), key);
  const asked = STEP >= 6 && method === 'GET' && operations.get(place.replace(`${TRADING}/operations/`, ''));
  return asked ? [200, asked] : NOTHING;
}

// Step 2: what the configuration says (interface 4.4).
const READS = {
  [`${CONFIGURATION}/account`]: { trade_mode: 'normal', account_status: 'normal', currency: 'USD', currency_digits: 2 },
  [`${CONFIGURATION}/instruments`]: { instruments: [{ instrument: 'EURUSD' }] },
  [`${CONFIGURATION}/instruments/EURUSD/conditions`]: CONDITIONS,
  [`${CONFIGURATION}/limits`]: { limits: [] },
};

// Step 3: whose request it is, and that nothing of it was changed (interface 5).
const verifier = createVerifier(parsePublicKey(process.env.PUBLIC_KEY));
const keyOf = (id) => (id === 'tutorial' ? verifier : 'api-key-unknown');

function refusalOf(request) {
  const clock = { nowMs: Date.now(), windowMs: 30_000 };
  const stages = inspectRequest(request, { hashing: portableHashing, keyOf, clock });
  const broken = stages.find(({ state }) => state === 'broken');
  if (STEP < 3 || broken === undefined) return undefined;
  return broken.stage === 'api-key'
    ? refused(401, 1000, 'AUTH_INVALID_API_KEY')
    : refused(401, 1001, 'AUTH_INVALID_SIGNATURE');
}

// Step 4: what happens is told to whoever subscribed, behind the state as it is (interface 4.5, 6).
const subscribed = new Set();
const orders = [];

function serveStream(stream) {
  const say = (message) => stream.send(JSON.stringify(message));
  stream.on('error', () => stream.terminate());
  stream.on('close', () => subscribed.delete(say));
  stream.on('message', (data) => {
    const { type, event, id } = parsed(data.toString()) ?? {};
    if (event !== 'transactions' || !['subscribe', 'unsubscribe'].includes(type)) {
      const error = { error: { code: 'REQUEST_INVALID' }, error_message: 'there is no such command' };
      return say({ type: 'command_error', event, id, ...error });
    }
    say({ type: `${type}d`, event, id });
    if (type === 'unsubscribe') return subscribed.delete(say);
    say({ type: 'trading_state_snapshot', payload: { orders, positions: [], account_state: STATE } });
    subscribed.add(say);
  });
}

// Step 5: an order is acknowledged at once, and finished afterwards (interface 4.1, 6.1, 7.2).
const operations = new Map();
const isFigure = (value) => typeof value === 'string' && isDecimal(value);

const RULES = {
  MARKET_INSTRUMENT_NOT_FOUND: ({ instrument }) => instrument === 'EURUSD',
  TRADING_RULE_VOLUME_TOO_SMALL: ({ volume }) => compare(parseDecimal(volume), parseDecimal('0.01')) >= 0,
  TRADING_RULE_VOLUME_TOO_LARGE: ({ volume }) => compare(parseDecimal(volume), parseDecimal('100')) <= 0,
  TRADING_RULE_INVALID_VOLUME_STEP: ({ volume }) => isMultipleOf(parseDecimal(volume), parseDecimal('0.01')),
  REQUEST_INVALID_PRICE: ({ price, stop_loss_price: loss = price, take_profit_price: profit = price }) =>
    [price, loss, profit].every((one) => isFigure(one) && fitsDigits(parseDecimal(one), CONDITIONS.point_digits)),
};

function placeOrder(text, key) {
  const before = STEP < 6 ? undefined : byKey.get(key);
  if (before !== undefined) return before.text === text ? before.answer : refused(409, 'DUPLICATE_KEY');
  const order = parsed(text) ?? {};
  const isKnown = ['limit', 'stop'].includes(order.type) && ['buy', 'sell'].includes(order.side);
  if (!isKnown || !isFigure(order.volume) || !isFigure(order.price)) return refused(400, 'REQUEST_INVALID');
  const ids = { operation_id: `op-${operations.size + 1}`, client_request_id: key };
  operations.set(ids.operation_id, { ...ids, status: 'pending' });
  byKey.set(key, { text, answer: [202, ids] });
  setImmediate(finish, ids, order);
  return [202, ids];
}

function finish(ids, { type, side, instrument, volume, price, stop_loss_price, take_profit_price }) {
  const order = { type, side, instrument, volume, price, stop_loss_price, take_profit_price };
  const error = Object.keys(RULES).find((code) => !RULES[code](order));
  const result = error ? { status: 'rejected', error_code: error, error_message: error } : { status: 'success' };
  operations.set(ids.operation_id, { ...ids, ...result });
  const placed = { order_id: `order-${ids.operation_id}`, state: 'pending', ...order };
  if (!error) orders.push(placed);
  const payload = error ? {} : { orders: [placed], account_state: STATE };
  for (const say of subscribed) say({ type: 'transaction_event', ...ids, ...result, payload });
}

// Step 6: a key that comes again means the same operation, whose status can be read (interface 8, 4.3).
const byKey = new Map();

// The transport.
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function received({ method, url, rawHeaders }, body) {
  const headers = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]]] : []));
  return { method, path: url, headers, body };
}

// Step 7, for tests alone: ways into states that no call of the interface reaches.
function controlled({ path }) {
  if (STEP < 7 || !path.startsWith('/control/')) return undefined;
  if (path === '/control/reset') orders.length = 0;
  else for (const stream of streams.clients) stream.terminate();
  return [200, {}];
}

const server = createServer(async (incoming, outgoing) => {
  const request = received(incoming, Buffer.concat(await incoming.toArray()));
  const [status, body] = controlled(request) ?? refusalOf(request) ?? answerTo(request);
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
const streams = new WebSocketServer({ noServer: true });
server.on('upgrade', (incoming, socket, head) => {
  const isThere = STEP >= 4 && incoming.url === EVENTS;
  const refusal = isThere ? refusalOf(received(incoming, Buffer.alloc(0))) : NOTHING;
  if (refusal === undefined) return streams.handleUpgrade(incoming, socket, head, serveStream);
  const [status, body] = [refusal[0], JSON.stringify(refusal[1])];
  const lines = `HTTP/1.1 ${status} No\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  socket.end(`${lines}\r\nconnection: close\r\n\r\n${body}`);
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  process.stdout.write(`step ${STEP} listens on http://127.0.0.1:${server.address().port}\n`);
});
