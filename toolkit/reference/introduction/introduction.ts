// How a running sandbox introduces itself to whoever writes a client: where it is, who one is there, what to try. One source; the
// banner of `tsi serve`, `GET /` as a page and `GET /` as JSON are renderings of it. It holds no private key, only where one lies.
import { shellWord } from '../../base/shell-word.js';
import type { Dialect } from '../../profile/dialect/dialect.js';
import type { Profile } from '../../profile/profile.js';
import { ASYNCAPI_PATH, OPENAPI_PATH } from '../contract/documents.js';
import { CLIENT_PROGRAMS, type ClientFacts, clientText } from './clients/clients.js';

/** How the reader calls `tsi`, and where the sandbox was written down for other processes. */
export interface Tools {
  /** Such as `npx tsi`. */
  readonly program: string;
  readonly profileFile: string;
  readonly keyFile: string;
}

export interface Line {
  readonly title: string;
  /** To paste into a shell. */
  readonly line: string;
  /** To type into what the line opens. */
  readonly thenType?: string;
}

/** A frame as the service sends it. */
export interface Frame {
  readonly title: string;
  readonly text: string;
}

export interface Introduction {
  readonly title: string;
  readonly service: string;
  readonly streams: string;
  /** The page with accounts, orders and frames. */
  readonly page: string;
  readonly documents: { readonly openapi: string; readonly asyncapi: string };
  readonly profile: string;
  readonly key: { readonly id: string; readonly file: string };
  readonly account: { readonly id: string; readonly currency: string; readonly others: number };
  /** What every request carries, */
  readonly signing: readonly string[];
  /** and what goes wrong most often with it. */
  readonly signingDetails: readonly string[];
  /** Where a refusal is explained. */
  readonly refusals: string;
  /** From the handshake to the event of an order, in this order. */
  readonly listening: {
    readonly url: string;
    readonly steps: readonly string[];
    /** What comes back, from real traffic; empty where the dialect is one's own. */
    readonly frames: readonly Frame[];
  };
  readonly try: readonly Line[];
  readonly clients: readonly {
    readonly language: string;
    readonly needs: string;
    readonly url: string;
    readonly line: string;
    readonly code: string;
  }[];
  readonly control: { readonly url: string; readonly lines: readonly Line[] };
  readonly faulty: readonly Line[];
  readonly notes: readonly string[];
}

/** What the interface says of a signature (5.1 to 5.3), for one who writes the first request. */
const SIGNING: readonly string[] = [
  'SVC-API-KEY: the key id. SVC-TIMESTAMP: Unix milliseconds, now. SVC-SIGN-VERSION: 1.',
  'SVC-IDEMPOTENCY-KEY: empty for GET, else 5 to 128 of A-Z a-z 0-9 . _ - ~, new for each order.',
  'SVC-DATA: base64url without = of the JSON {"api_key", "idempotency_key", "timestamp" (integer), "sign_version" (1), "method", ' +
    '"path" (with query, as sent), "body_hash" (base64url of the SHA-256 of the exact body)}.',
  'SVC-SIGN: base64url without = of the Ed25519 signature over those JSON bytes, not over their base64url.',
  'A POST has Content-Type: application/json besides. The handshake of a stream is a GET with the six headers.',
];

const SIGNING_DETAILS: readonly string[] = [
  'Order of members and spacing do not matter, neither in the JSON of SVC-DATA nor in a body: sign the bytes that you put into ' +
    'SVC-DATA, hash the bytes that you send, and let no library write either of them anew.',
  'Without a body (reads, handshakes) body_hash is 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU, the hash of no bytes.',
  'The same values stand in the headers and in SVC-DATA; there timestamp and sign_version are integers, method is in capitals.',
  'path begins with / and has neither host nor scheme; a query belongs to it as it is sent, escapes and order included.',
  'The signature has 64 bytes: 86 characters. The key file is PEM (PKCS #8), as OpenSSL and most libraries read it.',
  'Each request has its own timestamp and signature; an old one is refused. A repeat of an order keeps its idempotency key.',
];

function listeningSteps(path: string, subscribe: string, order: string, status: string): readonly string[] {
  return [
    `Open ${path} with a signed handshake; the signed path is exactly this.`,
    `Send ${subscribe}`,
    'Wait for the reply that accepts it and for the trading_state_snapshot, the baseline; either may come first.',
    `Then place the order: POST ${order}. Its 202 names the operation_id; GET ${status} tells later how it ended.`,
    'Its result is the transaction_event with this operation_id, and with its idempotency key as client_request_id. It may come before the 202, and other events between; events are not sent again.',
  ];
}

export interface IntroductionParts {
  readonly profile: Profile;
  readonly dialect: Dialect;
  readonly controlUrl: string;
  readonly tools: Tools;
  readonly frames: readonly Frame[];
}

export function introductionOf({ profile, dialect, controlUrl, tools, frames }: IntroductionParts): Introduction {
  const { baseUrl, streamUrl = baseUrl.replace(/^http/, 'ws'), keys, accounts } = profile;
  const account = accounts.pool[0];
  const accountId = account?.id ?? '';
  const instrument = profile.market.instruments[0];
  const read = dialect.request('account', { accountId }).path;
  const order = dialect.request('placeOrder', {
    accountId,
    type: 'limit',
    side: 'buy',
    instrument: instrument?.name ?? '',
    volume: instrument?.volume ?? '',
    price: instrument?.restingBuyLimit ?? '',
  });
  const status = dialect.request('operationStatus', { accountId, operationId: 'OPERATION_ID' }).path;
  const events = dialect.request('eventsStream', { accountId }).path;
  const subscribe = dialect.command('subscribe', { event: 'transactions' });
  const body = order.body ?? '';
  const facts: ClientFacts = {
    // Paths of requests begin with that of the base address.
    BASE_URL: new URL(baseUrl).origin,
    API_KEY: keys.main.id,
    KEY_FILE: tools.keyFile,
    READ_PATH: read,
    ORDER_PATH: order.path,
    ORDER_BODY: body,
    STREAM_PATH: events,
    SUBSCRIBE: subscribe,
  };
  const sign = (request: string, format: string): string =>
    `${tools.program} sign ${request} --profile ${shellWord(tools.profileFile)} --format ${format}`;
  return {
    title: `Sandbox of the Trading Service Interface (${profile.name})`,
    service: baseUrl,
    streams: streamUrl,
    page: `${controlUrl}/ui`,
    documents: { openapi: `${baseUrl}${OPENAPI_PATH}`, asyncapi: `${baseUrl}${ASYNCAPI_PATH}` },
    profile: tools.profileFile,
    key: { id: keys.main.id, file: tools.keyFile },
    account: { id: accountId, currency: account?.currency ?? '', others: accounts.pool.length - 1 },
    refusals: 'Each refusal is explained in the log of tsi serve: which rule failed, what was expected, what came.',
    signing: SIGNING,
    signingDetails: SIGNING_DETAILS,
    listening: {
      url: `${new URL(streamUrl).origin}${events}`,
      steps: listeningSteps(events, subscribe, order.path, status),
      frames,
    },
    try: [
      { title: 'a signed read', line: `${sign(`GET ${read}`, 'curl')} | sh` },
      {
        title: 'the events of the account, live',
        line: `eval "$(${sign(`GET ${events}`, 'wscat')})"`,
        thenType: subscribe,
      },
      { title: 'an order', line: `${sign(`POST ${order.path} --body-text ${shellWord(body)}`, 'curl')} | sh` },
      { title: 'the conformance suite', line: `${tools.program} run --profile ${shellWord(tools.profileFile)}` },
    ],
    clients: CLIENT_PROGRAMS.map((program) => {
      const url = `${baseUrl}/${program.file}`;
      return {
        language: program.language,
        needs: program.needs,
        url,
        line: program.run(url),
        code: clientText(program, facts),
      };
    }),
    control: { url: controlUrl, lines: controlLines(controlUrl, accountId) },
    faulty: [
      { title: 'a service that errs', line: `${tools.program} serve --fault idempotency-reexecute` },
      { title: 'the list of faults', line: `${tools.program} faults` },
      { title: 'legal differences that a client must bear', line: `${tools.program} habits` },
    ],
    notes: ['Prices move and money is play money; the same seed gives the same keys and prices.'],
  };
}

function controlLines(url: string, accountId: string): readonly Line[] {
  const call = (action: string, params: Readonly<Record<string, string>>): string =>
    `curl -s ${url}/${action} -d ${shellWord(JSON.stringify({ account_id: accountId, ...params }))}`;
  return [
    { title: 'every action with its parameters', line: `curl -s ${url}/` },
    { title: 'a deposit, which is an event too', line: call('account.deposit', { kind: 'balance', amount: '100' }) },
    {
      title: 'let the next order fail',
      line: call('operation.fail', { status: 'rejected', error_code: 'MARKET_SESSION_CLOSED' }),
    },
    { title: 'cut the streams', line: call('stream.drop', {}) },
  ];
}
