// What members are called elsewhere, and what kind of value they hold, by the names of `toolkit/profile/dialect/members.ts`. A member
// without a line here is looked for under its own name, so that a new one needs none to be found where it is called so.
import type { Vocabulary } from '../../profile/dialect/vocabularies.js';

/** What a value must look like to be the member. */
export type Sort = 'id' | 'decimal' | 'word' | 'time' | 'text' | 'count' | 'flag' | 'number' | 'name';

export interface Sense {
  readonly sort: Sort;
  /** Plain names (no separators, lower case), the likeliest first; two steps are written together: `ofposition`. */
  readonly names: readonly string[];
  /** Words of this vocabulary say more than the name. */
  readonly words?: Vocabulary;
  /** The interface states the name, so that nothing else is it. */
  readonly stated?: string;
}

const INSTRUMENT_NAMES = [
  'instrument',
  'symbol',
  'ticker',
  'sym',
  'instrumentname',
  'symbolname',
  'symbolcode',
  'instrumentcode',
  'instrumentid',
  'pair',
  'market',
  'asset',
  'contract',
  's',
];
const ID_NAMES = ['id', 'no', 'number', 'key', 'uid', 'uuid', 'guid', 'ref', 'ticket', 'num', 'identifier'];
const CREATED = [
  'createdat',
  'created',
  'createtime',
  'createdtime',
  'creationtime',
  'time',
  'timestamp',
  'at',
  'date',
  'when',
  'made',
];

function idOf(...entities: readonly string[]): Sense {
  const own = entities.flatMap((entity) =>
    ['id', 'no', 'number', 'key', 'ticket', 'ref'].map((name) => `${entity}${name}`),
  );
  return { sort: 'id', names: [...own, ...ID_NAMES] };
}

function refTo(...entities: readonly string[]): Sense {
  const names = entities.flatMap((entity) => [
    `${entity}id`,
    `${entity}no`,
    `${entity}number`,
    `${entity}key`,
    `${entity}ref`,
    `of${entity}`,
    `parent${entity}`,
    entity,
  ]);
  return { sort: 'id', names };
}

function timeOf(...names: readonly string[]): Sense {
  return { sort: 'time', names: [...names, ...CREATED] };
}

function stated(sort: Sort, name: string): Sense {
  return { sort, names: [name.replaceAll('_', '')], stated: name };
}

const instrument: Sense = { sort: 'name', names: INSTRUMENT_NAMES };
const side: Sense = {
  sort: 'word',
  words: 'side',
  names: ['side', 'direction', 'way', 'buysell', 'action', 'operation', 'd', 'buy', 'isbuy'],
};
const volume: Sense = {
  sort: 'decimal',
  names: ['volume', 'quantity', 'qty', 'size', 'lots', 'lot', 'amount', 'units', 'vol', 'openvolume', 'v'],
};
const price: Sense = {
  sort: 'decimal',
  names: [
    'price',
    'entryprice',
    'openprice',
    'limitprice',
    'executionprice',
    'avgprice',
    'averageprice',
    'levelsentry',
    'entry',
    'rate',
    'level',
    'px',
    'p',
  ],
};
const stopLossPrice: Sense = {
  sort: 'decimal',
  names: ['stoplossprice', 'stoploss', 'slprice', 'sl', 'levelsstop', 'stop', 'protectivestop'],
};
const takeProfitPrice: Sense = {
  sort: 'decimal',
  names: ['takeprofitprice', 'takeprofit', 'tpprice', 'tp', 'levelstarget', 'target', 'targetprice', 'profittarget'],
};

/** By part and member. */
export const SENSES: Readonly<Record<string, Readonly<Record<string, Sense>>>> = {
  order: {
    id: idOf('order'),
    type: { sort: 'word', words: 'orderType', names: ['type', 'ordertype', 'kind', 'orderkind', 't'] },
    instrument,
    side,
    state: {
      sort: 'word',
      words: 'orderState',
      names: ['state', 'status', 'orderstate', 'orderstatus', 'phase', 'st'],
    },
    volume,
    price,
    stopLossPrice,
    takeProfitPrice,
    positionId: refTo('position', 'pos', 'trade'),
    parentOrderId: {
      sort: 'id',
      names: [
        'parentorderid',
        'parentid',
        'mainorderid',
        'linkedorderid',
        'relatedorderid',
        'parentorder',
        'parent',
        'oforder',
        'mainorder',
        'relatedorder',
        'attachedto',
      ],
    },
    clientRequestId: {
      sort: 'text',
      names: [
        'clientrequestid',
        'idempotencykey',
        'clientorderid',
        'requestid',
        'clientid',
        'clientref',
        'externalid',
        'requestedby',
      ],
    },
    time: timeOf('createdat', 'placed', 'placedat', 'placedtime', 'opened', 'openedat'),
  },
  position: {
    id: idOf('position', 'pos'),
    instrument,
    side,
    state: {
      sort: 'word',
      words: 'positionState',
      names: ['state', 'status', 'positionstate', 'positionstatus', 'phase', 'st'],
    },
    volume,
    price: { sort: 'decimal', names: ['openprice', 'openingprice', 'entryprice', ...price.names] },
    stopLossPrice,
    takeProfitPrice,
    time: timeOf('createdat', 'opened', 'openedat', 'opentime'),
  },
  deal: {
    id: idOf('deal', 'trade', 'fill', 'execution'),
    orderId: refTo('order', 'ord'),
    positionId: refTo('position', 'pos'),
    balanceKind: {
      sort: 'word',
      words: 'balanceKind',
      names: ['balancekind', 'balancetype', 'kind', 'category', 'booking', 'reason', 'dealtype', 'type'],
    },
    instrument,
    side,
    volume: { ...volume, names: volume.names.filter((name) => name !== 'amount') },
    price: { sort: 'decimal', names: ['price', 'dealprice', 'fillprice', ...price.names] },
    amount: {
      sort: 'decimal',
      names: [
        'amount',
        'cash',
        'profit',
        'pnl',
        'realizedpnl',
        'realisedpnl',
        'balancechange',
        'change',
        'money',
        'value',
        'sum',
        'delta',
        'amt',
      ],
    },
    time: timeOf('createdat', 'booked', 'bookedat', 'executed', 'executedat', 'executiontime', 'filledat', 'tradetime'),
  },
  accountState: {
    balance: stated('decimal', 'balance'),
    equity: stated('decimal', 'equity'),
    usedMargin: stated('decimal', 'used_margin'),
  },
  conditions: {
    volumeMin: stated('decimal', 'volume_min'),
    volumeMax: stated('decimal', 'volume_max'),
    volumeStep: stated('decimal', 'volume_step'),
    pointDigits: stated('count', 'point_digits'),
  },
  hmrPeriod: {
    id: idOf('period', 'hmr', 'p', 'hmrperiod'),
    start: {
      sort: 'time',
      names: [
        'startsat',
        'startat',
        'start',
        'starts',
        'starting',
        'from',
        'begin',
        'begins',
        'since',
        'validfrom',
        'starttime',
        'activefrom',
      ],
    },
    end: {
      sort: 'time',
      names: [
        'endsat',
        'endat',
        'end',
        'ends',
        'ending',
        'to',
        'until',
        'till',
        'validto',
        'validuntil',
        'endtime',
        'activeto',
      ],
    },
  },
  account: {
    tradeMode: { ...stated('word', 'trade_mode'), words: 'tradeMode' },
    accountStatus: { ...stated('word', 'account_status'), words: 'accountStatus' },
    currency: {
      sort: 'name',
      names: ['currency', 'currencycode', 'moneycode', 'accountcurrency', 'depositcurrency', 'ccy', 'basecurrency'],
    },
    currencyDigits: {
      sort: 'count',
      names: [
        'currencydigits',
        'moneydigits',
        'currencyprecision',
        'currencydecimals',
        'currencyscale',
        'digits',
        'precision',
        'decimals',
        'scale',
        'exponent',
      ],
    },
  },
  operation: {
    operationId: stated('id', 'operation_id'),
    clientRequestId: stated('text', 'client_request_id'),
    state: {
      sort: 'word',
      words: 'operationState',
      names: ['status', 'state', 'phase', 'progress', 'operationstatus', 'operationstate', 'result', 'st'],
    },
    errorCode: stated('text', 'error_code'),
    errorMessage: stated('text', 'error_message'),
  },
  limits: {
    limit: {
      sort: 'count',
      names: [
        'limit',
        'max',
        'maximum',
        'most',
        'quota',
        'allowed',
        'capacity',
        'total',
        'requests',
        'maxrequests',
        'requestlimit',
      ],
    },
    remaining: {
      sort: 'count',
      names: ['remaining', 'left', 'available', 'rest', 'unused', 'remainingrequests', 'free'],
    },
    windowMs: {
      sort: 'count',
      names: [
        'windowms',
        'perms',
        'periodms',
        'intervalms',
        'window',
        'period',
        'interval',
        'windowmillis',
        'durationms',
        'resetms',
      ],
    },
    windowSeconds: {
      sort: 'count',
      names: [
        'windowseconds',
        'windowsecs',
        'windowsec',
        'windows',
        'perseconds',
        'persecs',
        'pers',
        'periodseconds',
        'periodsecs',
        'periods',
        'intervalseconds',
        'intervalsecs',
        'intervals',
        'durationseconds',
        'durations',
        'seconds',
      ],
    },
  },
  tick: {
    instrument,
    bid: { sort: 'number', names: ['bid', 'bidprice', 'b', 'sell'] },
    ask: { sort: 'number', names: ['ask', 'askprice', 'offer', 'offerprice', 'a', 'buy'] },
    time: { sort: 'time', names: ['eventtime', ...CREATED, 'ts', 'ticktime'] },
  },
  answer: {
    event: { sort: 'text', names: ['event', 'eventkind', 'channel', 'topic'] },
    commandId: {
      sort: 'id',
      names: ['commandid', 'id', 'ref', 'requestid', 'reqid', 'correlationid', 'cid', 'command', 'i', 'seq'],
    },
  },
  page: {
    cursor: {
      sort: 'text',
      names: [
        'nextcursor',
        'cursor',
        'next',
        'nextpagetoken',
        'pagetoken',
        'continuation',
        'continuationtoken',
        'nexttoken',
        'token',
        'pagingcursor',
        'after',
      ],
    },
    more: { sort: 'flag', names: ['more', 'hasmore', 'hasnext', 'hasnextpage', 'ismore'] },
  },
  request: {
    type: { sort: 'word', words: 'orderType', names: ['type', 'ordertype', 'kind', 'orderkind', 't'] },
    instrument,
    side,
    volume,
    price: { sort: 'decimal', names: ['price', 'limitprice', 'orderprice', 'entryprice', 'level', 'rate', 'px'] },
    stop_loss_price: stopLossPrice,
    take_profit_price: takeProfitPrice,
    position_id: refTo('position', 'pos'),
    order_id: refTo('order', 'ord'),
  },
  command: {
    event: stated('text', 'event'),
    command_id: {
      sort: 'id',
      names: ['id', 'commandid', 'ref', 'requestid', 'reqid', 'correlationid', 'cid', 'rid', 'i', 'seq'],
    },
  },
};
