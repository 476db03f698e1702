// The profile that `tsi init` writes: every section with its explanation, filled in with what is known, ready to be edited.
// What cannot be known stands as a value that is plainly an example; what is optional stands commented out.
import type { ProfileAccount, ProfileInstrument } from '../profile.js';
import { schemaLine } from './profile-yaml.js';
import type { SecretReference } from './secrets.js';

/** What is known about the target; everything may be left out. */
export interface InitFacts {
  readonly name?: string;
  readonly baseUrl?: string;
  readonly keyId?: string;
  readonly privateKey?: SecretReference;
  readonly accounts?: readonly ProfileAccount[];
  readonly unknownAccount?: string;
  readonly instruments?: readonly ProfileInstrument[];
  /** Names of instruments that the account may use, for the comment where prices are not known. */
  readonly instrumentNames?: readonly string[];
  /** Remarks about what was found out, one a line, for the top of the file. */
  readonly remarks?: readonly string[];
  /** Where the file goes; the current folder when left out. */
  readonly folder?: string;
}

const EXAMPLE_ACCOUNTS: readonly ProfileAccount[] = [
  { id: '1001', currency: 'USD', currencyDigits: 2 },
  { id: '1002', currency: 'USD', currencyDigits: 2 },
];

const EXAMPLE_INSTRUMENT: ProfileInstrument = {
  name: 'EURUSD',
  restingBuyLimit: '0.80000',
  restingSellLimit: '1.60000',
  restingBuyStop: '1.60000',
  restingSellStop: '0.80000',
  volume: '0.01',
};

/** The text of the file. `loadProfile` accepts it as soon as its key reference can be resolved. */
export function renderInitTemplate(facts: InitFacts = {}): string {
  return `${[head(facts), target(facts), keys(facts), accounts(facts), market(facts), JUDGEMENT, DIALECT, CONTROL].join(
    '\n\n',
  )}\n`;
}

function head({ remarks = [], folder }: InitFacts): string {
  return [
    `#${schemaLine(folder)}`,
    '# Profile of a target of the Trading Service Interface: edit it from top to bottom, then run "tsi plan --profile FILE",',
    '# which sends nothing and shows what would run, what would not, and what is missing for it.',
    ...(remarks.length === 0
      ? []
      : ['#', '# Found out by tsi init:', ...remarks.map((remark) => `#   ${oneLine(remark)}`)]),
    'profile: 1',
  ].join('\n');
}

function target({ name = 'my-target', baseUrl = 'http://127.0.0.1:8080' }: InitFacts): string {
  return `# What reports call the target, and where it is. A path prefix is part of baseUrl.
name: ${quote(name)}
baseUrl: ${quote(baseUrl)}
# streamUrl: wss://streams.example.test   # when the streams have another address
# QUESTION: may the suite place orders here? sandbox (play money: yes), production or unknown (no: then nothing that trades can be
# judged, and a run ends with exit code 6 unless policy.accept below says that this is meant).
environment: unknown`;
}

function keys({ keyId = 'my-api-key', privateKey = { env: 'TSI_PRIVATE_KEY' } }: InitFacts): string {
  const reference = 'env' in privateKey ? `{env: ${quote(privateKey.env)}}` : `{file: ${quote(privateKey.file)}}`;
  return `# API keys. The private key is Ed25519 (PKCS#8 PEM, JWK, or a 32-byte seed in hex or base64url) and never stands in this file.
keys:
  main: {id: ${quote(keyId)}, privateKey: ${reference}}
  # Each of these unlocks checks:
  # second: {id: ..., privateKey: {file: second.pem}}         # also valid for the accounts below
  # expired: {id: ..., privateKey: {file: expired.pem}}       # has expired
  # readOnly: {id: ..., privateKey: {file: read-only.pem}}    # may read, may not trade
  # noStream: {id: ..., privateKey: {file: no-stream.pem}}    # may not open streams
  # blockedSource: {id: ..., privateKey: {file: blocked.pem}} # not allowed from this machine's address
  # unregistered: {id: ..., privateKey: {file: unknown.pem}}  # not known to the target`;
}

function accounts({ accounts: known = EXAMPLE_ACCOUNTS, unknownAccount = '999999999' }: InitFacts): string {
  return `# Accounts that checks lease, one check at a time each: more accounts make a run faster. All must be open to the main key.
# currencyDigits lets the suite judge the precision of money.
accounts:
  pool:
${(known.length === 0 ? EXAMPLE_ACCOUNTS : known).map((account) => `    - ${accountText(account)}`).join('\n')}
  unknown: ${quote(unknownAccount)}   # an identifier of no account
  # foreign: "2001"   # an existing account that the main key may not use
  # disabled: "2002"    # open to the main key, trade_mode trading_disabled: where no control action brings that about
  # closeOnly: "2003"   # the same, account_status close_only
  # ownConditions: { id: "2004", instrument: GOLD, volumeMax: "5" }   # open to the main key, with conditions of its own
  # otherMarket: { id: "2005", instrument: COPPER }   # open to the main key, may use what the accounts of the pool may not`;
}

function accountText({ id, currency, currencyDigits }: ProfileAccount): string {
  const members = [
    `id: ${quote(id)}`,
    ...(currency === undefined ? [] : [`currency: ${quote(currency)}`]),
    ...(currencyDigits === undefined ? [] : [`currencyDigits: ${currencyDigits}`]),
  ];
  return `{${members.join(', ')}}`;
}

function market({ instruments: known, instrumentNames = [] }: InitFacts): string {
  const [first] = instrumentNames;
  const instruments = known ?? [{ ...EXAMPLE_INSTRUMENT, ...(first !== undefined && { name: first }) }];
  const remark =
    known === undefined && first !== undefined ? '\n  # The prices are an example, not those of this instrument.' : '';
  const names = instrumentNames.slice(0, 20).map(oneLine).join(', ');
  return `# Instruments to trade, with prices at which orders rest without filling: far from the market, in quotes, with at most
# point_digits decimals. Two instruments unlock checks about lists of instruments.
market:${names === '' ? '' : `\n  # The account may use: ${names}${instrumentNames.length > 20 ? ', ...' : ''}`}
  instruments:${remark}
${instruments.map(instrumentText).join('\n')}
  # unavailable: [XAUUSD]   # instruments of the platform that the accounts above may not use
  # unknown: NOSUCHINSTRUMENT   # a name of no instrument, in the target's format`;
}

function instrumentText(instrument: ProfileInstrument): string {
  return [
    `    - name: ${quote(instrument.name)}`,
    `      restingBuyLimit: ${quote(instrument.restingBuyLimit)}   # below the market`,
    `      restingSellLimit: ${quote(instrument.restingSellLimit)}   # above`,
    `      restingBuyStop: ${quote(instrument.restingBuyStop)}   # above`,
    `      restingSellStop: ${quote(instrument.restingSellStop)}   # below`,
    ...(instrument.volume === undefined ? [] : [`      volume: ${quote(instrument.volume)}`]),
  ].join('\n');
}

const JUDGEMENT = `# What the target has. What the interface states is assumed; say false for what is missing on purpose.
# What is only not built yet stands under notYet: its checks are undecided, and each run shows a growing figure.
# claims: {ticks: false, hmrEvents: false, sltp: false, notYet: [orders, positions, streams, history, limits]}

# QUESTION: what may stay undecided? Nothing, as this stands: an undecided check of what the interface demands ends a run with exit code 6,
# and prints the line that accepts it. Copy only lines that you mean; what a line says is in every headline and certificate.
policy:
  accept: []
  #  - "environment: sandbox"    # nothing that trades is judged
  #  - control stream.drop       # what happens after a lost connection is not judged

# The target's own OpenAPI document, a URL or a file, unlocks the checks of what it describes.
# openapi: openapi.yaml

# Patience in milliseconds, and what a run may ask of the target (requests include handshakes of streams). These are the defaults.
# timing: {answerMs: 5000, resultMs: 10000, eventMs: 5000, quietMs: 1000}   # controlMs: how long after its answer a control action takes effect; found out when left out
# limits: {requestsPerSecond: 50, orders: 20000, connections: 20}
# Where an account may have only so many streams at once: limits: {connectionsPerAccount: 3}

# What the run takes from the target at most, in all and for one check: a flood is cut there. These are the defaults.
# budget: {messages: 100000, checkMessages: 15000, megabytes: 128, checkMegabytes: 32, seconds: 7200}

# What the target documents of its history where the interface lets it (1, rules 4 and 5). These are the defaults.
# history:
#   orderHistory: {order: ascending, cursorWith: limit}
#   dealHistory: {order: ascending, cursorWith: limit}`;

const DIALECT = `# What the interface leaves open ("not shown"), as this target has it. Everything has a default: state what differs.
# "tsi help dialect" prints the defaults, "tsi help profile" a profile with every part explained; the README of toolkit/profile says how.
# dialect:
#   requests:
#     placeOrder:
#       body: {type: "{type}", symbol: "{instrument}", side: "{side}", volume: "{volume}", price: "{price}",
#              stop_loss_price: "{stop_loss_price}", take_profit_price: "{take_profit_price}", position_id: "{position_id}"}
#     orderHistory: {path: "/v1/trading/accounts/{account_id}/history/orders"}   # bound only when named
#   commands:   # without the right ones every stream is silent
#     subscribe: {type: subscribe, event: "{event}", instruments: "{instruments}", id: "{command_id}"}
#     unsubscribe: {type: unsubscribe, event: "{event}", instruments: "{instruments}", id: "{command_id}"}
#   words: {side: {buy: BUY, sell: SELL}}
#   bodies: {ack: {at: /result}}
#   frames: {kind: /event}
#   messages: {instrument_event: {instrument: /symbol, conditions: /conditions}}
#   entities: {order: {id: /id, instrument: /symbol}}`;

const CONTROL = `# Ways to bring the target into states that its interface cannot reach, as HTTP calls or commands. Each unlocks checks;
# "tsi plan" says which.
# control:
#   account.deposit: {http: {url: "http://127.0.0.1:9000/deposit/{account_id}", body: {kind: "{kind}", amount: "{amount}"}}}
#   order.cancel: {http: {method: DELETE, url: "http://127.0.0.1:9000/orders/{order_id}"}}   # where no call cancels
#   account.create: {command: [./open.sh, "{fresh}", ["--currency", "{currency}"]], result: {account_id: "{fresh}"}}
#   stream.drop: {command: [./drop-streams.sh, "{account_id}"]}`;

/** What JSON leaves as it is, and a terminal or an editor does not. */
const UNSAFE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A double-quoted YAML scalar, which is what JSON writes; one line whatever it holds. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(UNSAFE, escapeCharacter);
}

/** Text of the target for a comment: nothing in it may begin a new line. */
function oneLine(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll(UNSAFE, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
