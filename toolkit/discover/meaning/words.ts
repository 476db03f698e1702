// Which of a target's words means which of the interface's: the same word, a synonym, or the one that is left over.
import type { JsonPrimitive } from '../../payload/json.js';
import { type Vocabulary, WORDS } from '../../profile/dialect/vocabularies.js';
import { plain } from './names.js';

/** Beginnings of words, by vocabulary and meaning; the interface's own word is always one. */
const SYNONYMS: Readonly<Partial<Record<Vocabulary, Readonly<Record<string, RegExp>>>>> = {
  side: {
    buy: /^(b|buy|long|bid|up|l|purchase|buyer|true|1)$/,
    sell: /^(s|sell|short|ask|offer|down|seller|false|2|-1)$/,
  },
  orderType: {
    limit: /^(l|lmt|limit|limitorder|limited)$/,
    stop: /^(stp|stop|stoporder|stopmarket|trigger)$/,
    sltp: /^(sltp|slt|tpsl|protect|protection|protective|bracket|stoplosstakeprofit|positionprotection)$/,
    market: /^(m|mkt|market|marketorder|instant|immediate|now|atmarket)$/,
  },
  orderState: {
    pending: /^(pending|rest|resting|working|open|opened|new|active|live|placed|accepted|waiting)$/,
    filled: /^(fill|filled|exec|executed|done|complete|completed|traded|matched)$/,
    cancelled: /^(cancel|canceled|cancelled|withdraw|withdrawn|revoked|removed|deleted|recalled)$/,
    rejected: /^(reject|rejected|declined|refused|denied)$/,
    expired: /^(expire|expired|lapsed|timedout)$/,
  },
  positionState: {
    open: /^(open|opened|live|active|running|held)$/,
    closed: /^(close|closed|flat|done|finished|settled)$/,
  },
  operationState: {
    pending:
      /^(pending|underway|inprogress|progress|processing|accepted|running|received|queued|new|open|started|working|waiting|submitted)$/,
    success: /^(success|succeeded|successful|done|complete|completed|ok|executed|finished|applied)$/,
    rejected: /^(reject|rejected|declined|denied|refused)$/,
    failed: /^(fail|failed|failure|broken|error|errored|aborted|crashed)$/,
  },
  tradeMode: {
    normal: /^(normal|full|enabled|all|active|standard|tradingenabled|allowed|fullaccess|open|unrestricted)$/,
    trading_disabled: /^(tradingdisabled|disabled|none|blocked)$/,
  },
  accountStatus: {
    normal: /^(normal|active|enabled|open|ok|standard|full|live)$/,
    close_only: /^(closeonly|closingonly|reduceonly)$/,
  },
};

/** An account that is used for tests is under no restriction most of the time: its only word is the one for that. */
const ORDINARY: ReadonlySet<Vocabulary> = new Set(['tradeMode', 'accountStatus']);
const RESTRICTED =
  /disab|block|clos|suspend|restrict|readonly|reduce|lock|liquid|halt|froz|freez|pending|none|forbid|inactive|demo|^no/;

export interface WordsFound {
  /** By the interface's word: the target's. */
  readonly words: Readonly<Record<string, JsonPrimitive>>;
  /** Which of them were told by nothing but being left over. */
  readonly leftOver: readonly string[];
  /** The one that is left over was the only one of all, and speaks of no restriction. */
  readonly isOrdinary?: boolean;
}

/** The target's words that mean something in a vocabulary; undefined where fewer than `least` do. */
export function meaningsOf(
  vocabulary: Vocabulary,
  spoken: readonly JsonPrimitive[],
  least: number = 1,
): WordsFound | undefined {
  const { words } = WORDS[vocabulary];
  const synonyms = SYNONYMS[vocabulary] ?? {};
  const free = new Set(spoken);
  const found: Record<string, JsonPrimitive> = {};
  const take = (fits: (word: string, one: JsonPrimitive) => boolean): void => {
    for (const word of words) {
      if (Object.hasOwn(found, word)) continue;
      const match = [...free].find((one) => fits(word, one));
      if (match === undefined) continue;
      found[word] = match;
      free.delete(match);
    }
  };
  take((word, one) => one === word);
  take((word, one) => plain(String(one)) === plain(word));
  take((word, one) => synonyms[word]?.test(plain(String(one))) ?? false);
  const [only] = free;
  const isOrdinary =
    ORDINARY.has(vocabulary) && spoken.length === 1 && only !== undefined && !RESTRICTED.test(plain(String(only)));
  if (isOrdinary) return { words: { normal: only }, leftOver: ['normal'], isOrdinary };
  if (Object.keys(found).length < least) return undefined;
  const missing = words.filter((word) => !Object.hasOwn(found, word));
  const [last] = missing;
  const [left] = free;
  if (missing.length === 1 && free.size === 1 && last !== undefined && left !== undefined && words.length > 1) {
    return { words: { ...found, [last]: left }, leftOver: [last] };
  }
  return { words: found, leftOver: [] };
}
