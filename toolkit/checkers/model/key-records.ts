// Interface 7.1, rule 1; 8: a key that was acknowledged is taken again with the same payload and refused with another one. Judged of calls
// that left after the first ACK and within a time for which any record is kept; which spelling of a payload is the same is left open.
import { compare } from '../../decimal/index.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { sameJson } from '../../payload/same-json.js';
import type { Checker } from '../checker.js';
import { ByAccount } from '../ledger/by-account.js';
import { type Answer, type Call, isSuccess } from '../ledger/entry.js';
import { KEYS_RETAINED_MS } from '../ledger/key-retention.js';
import { readFigure } from '../predicates/figure.js';

/** Statuses by which a duplicate would be told to be a conflict or malformed; anything else may be about something else. */
const REFUSING: readonly number[] = [400, 409, 422];
const LEVELS: readonly string[] = ['stopLossPrice', 'takeProfitPrice'];
const FIGURES: readonly string[] = ['volume', 'price', ...LEVELS];
const WORDS: readonly string[] = ['instrument', 'side'];

const ACCEPTED = 'idempotency.duplicate-accepted';
const REFUSED = 'idempotency.conflict-refused';

interface First {
  readonly params: JsonObject;
  /** Whoever reads a request of somebody else may not know all that it holds. */
  readonly body: Call['body'];
  readonly request: string;
  readonly variant: string;
  readonly retention: number;
  readonly tNs: number;
  readonly i: number;
}

export const keyRecords: Checker = {
  name: 'key-records',
  sees: ['answer'],
  summary: 'an acknowledged key is taken again with its payload and refused with another',
  requirements: [ACCEPTED, REFUSED],
  start({ ledger, findings }) {
    const firsts = new ByAccount<First>();
    return {
      see(entry) {
        if (entry.type !== 'answer' || !isSubmission(entry)) return;
        const call = ledger.callOf(entry);
        if (call?.params === undefined || call.isDamaged) return;
        const { account, key, request, i, tNs } = entry;
        const first = firsts.get(account, key);
        const now = { variant: ledger.variantOf(call), retention: ledger.retentionOf(account) };
        if (first === undefined) {
          const { params, body } = call;
          if (isSuccess(entry)) firsts.set(account, key, { ...now, params, body, request, tNs, i });
          return;
        }
        const isKept =
          first.retention === now.retention && tNs - first.tNs <= KEYS_RETAINED_MS * 1e6 && call.tNs > first.tNs;
        if (!isKept || first.request !== request || first.variant !== now.variant) return;
        const evidence = [i, first.i];
        const isSameOnTheWire = sameJson(first.body, call.body);
        if (sameJson(first.params, call.params) && isSameOnTheWire) {
          findings.judge(ACCEPTED, !REFUSING.includes(entry.status), () => ({
            message: `a repeat of an acknowledged ${request} was refused`,
            expected: 'the ACK again',
            actual: String(entry.status),
            evidence,
          }));
        } else if (!isSameOnTheWire && isOther(first.params, call.params)) {
          // What a dialect does not write makes no other payload.
          findings.judge(REFUSED, !isSuccess(entry), () => ({
            message: `a ${request} with a key that had come with another payload was accepted`,
            expected: 'a refusal as a conflict of keys',
            actual: String(entry.status),
            evidence,
          }));
        }
      },
    };
  },
};

function isSubmission(answer: Answer): answer is Answer & { readonly key: string } {
  const { request, key } = answer;
  return key !== undefined && (request === 'placeOrder' || request === 'openPosition');
}

/**
 * Another figure, or another word; not another spelling of the same. The position of an sltp order tells its instrument, side and volume:
 * a target may take no notice of them, and which members its bodies have is left open (interface 4.1).
 */
function isOther(a: JsonObject, b: JsonObject): boolean {
  if (a['type'] === 'sltp') return LEVELS.some((name) => isOtherFigure(a[name], b[name]));
  return (
    FIGURES.some((name) => isOtherFigure(a[name], b[name])) ||
    WORDS.some((name) => typeof a[name] === 'string' && typeof b[name] === 'string' && a[name] !== b[name])
  );
}

function isOtherFigure(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  const [one, other] = [readFigure(a), readFigure(b)];
  return one !== undefined && other !== undefined && compare(one, other) !== 0;
}
