// Interface 5.3, rule 8: each request gets a timestamp and a signature of its own. Equal requests that are signed within one
// millisecond have equal signatures, whenever they leave: only what is sent again after the first has ended, and could not have been
// signed with it, shows that a signature is used twice. A twin that waits goes before what was signed after it: who is overtaken time and
// again kept what it had signed.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import { HEADER } from '../../signing/portable.js';
import type { Checker } from '../checker.js';
import type { Call } from '../ledger/entry.js';
import { isMutatingCall } from './mutations.js';
import { headerOf, isFromClient } from './sent.js';
import { isHandshake } from './signing-duties.js';

const DUTY = 'auth.client-fresh-signature';
const REMEMBERED = 20_000;
/** A read may have been signed together with its twin, and have waited for its turn, or for a machine that is busy; so may a handshake. */
const LONGEST_TURN_NS = 4_500_000_000;
/** So long behind the end of the first a twin may come by chance, and so often; of many twins on a busy machine, a share. */
const CHANCE_NS = 1_000_000_000;
const MOST_BY_CHANCE = 3;
const SHARE_BY_CHANCE = 1 / 4;

interface Signed {
  readonly i: number;
  readonly tNs: number;
  endedNs: number | undefined;
}

export const clientFresh: Checker<ClientRequirementId> = {
  name: 'client-fresh',
  summary: 'no signature is used for a second request',
  subject: 'client',
  requirements: [DUTY],
  start({ findings }) {
    /** By SVC-DATA: signatures of Ed25519 are equal exactly where what is signed is. */
    const known = new Map<string, Signed>();
    const underWay = new Map<number, Signed>();
    const streams = new Map<string, Signed>();
    /** By API key, the latest time for which anything was signed. */
    const latestMs = new Map<string, number>();
    let twins = 0;
    let overtaken = 0;

    function see(call: Call): void {
      const data = headerOf(call, HEADER.data);
      if (data === undefined || data === '') return;
      const earlier = known.get(data);
      const own: Signed = { i: call.i, tNs: call.tNs, endedNs: undefined };
      if (earlier === undefined) remember(data, own);
      else twins += 1;
      const signedMs = Number(headerOf(call, HEADER.timestamp));
      const isOvertaken = earlier !== undefined && isLate(call, earlier) && signedMs < (latestMs.get(call.apiKey) ?? 0);
      if (isOvertaken) overtaken += 1;
      if (signedMs > (latestMs.get(call.apiKey) ?? 0)) latestMs.set(call.apiKey, signedMs);
      const isNoChance = isOvertaken && overtaken > MOST_BY_CHANCE + twins * SHARE_BY_CHANCE;
      const isSecond = earlier !== undefined && (isLater(call, earlier) || isNoChance);
      if (earlier === undefined || isSecond) {
        findings.judge(DUTY, !isSecond, () => ({
          message: `${call.method} ${call.path} carries the signature of an earlier request`,
          expected: 'a timestamp and a signature of its own',
          actual: 'the same SVC-DATA, hence the same signature',
          evidence: [call.i, earlier?.i ?? call.i],
        }));
      }
      underWay.set(call.i, own);
      if (isHandshake(call)) streams.set(call.conn, own);
    }

    function remember(data: string, signed: Signed): void {
      known.set(data, signed);
      const [oldest] = known.keys();
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    }

    return {
      see(entry) {
        if (isFromClient(entry)) see(entry);
        if (entry.type === 'closed') end(streams, entry.conn, entry.tNs);
        // A handshake that was accepted ends when its connection does.
        if ((entry.type === 'answer' && entry.status !== 101) || entry.type === 'lost') {
          end(underWay, entry.call, entry.tNs);
        }
      },
    };
  },
};

function end<Name>(open: Map<Name, Signed>, name: Name, tNs: number): void {
  const signed = open.get(name);
  if (signed !== undefined) signed.endedNs ??= tNs;
  open.delete(name);
}

function isLate({ tNs }: Call, { endedNs }: Signed): boolean {
  return endedNs !== undefined && tNs - endedNs > CHANCE_NS;
}

/** Whether it cannot have been signed together with the earlier one. */
function isLater(call: Call, { endedNs, tNs }: Signed): boolean {
  if (endedNs === undefined || call.tNs <= endedNs) return false;
  return isMutatingCall(call) || call.tNs - tNs > LONGEST_TURN_NS;
}
