// A signed client of a target whose dialect is not known yet: bodies and frames come as they are.
import { MemoryJournal } from '../../journal/memory.js';
import type { JournalRecord } from '../../journal/record.js';
import { decodeDocuments } from '../../payload/decode-body.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray } from '../../payload/json-kind.js';
import type { Dialect, RequestName, RequestParams, StreamRequest } from '../../profile/dialect/dialect.js';
import { isBatch } from '../../profile/dialect/reading/frames.js';
import type { StreamMessage } from '../../profile/dialect/views.js';
import type { Profile } from '../../profile/profile.js';
import { parsePrivateKey } from '../../signing/keys/keys.js';
import { createSigner } from '../../signing/sign.js';
import { createTargetClock } from '../../wire/clock.js';
import type { HttpExchange } from '../../wire/exchange.js';
import { createHttpClient } from '../../wire/http/http-client.js';
import { createIdempotencyKeys } from '../../wire/idempotency-keys.js';
import { createPacing } from '../../wire/pacing.js';
import { createStreamClient, type OpenedStream } from '../../wire/streams/stream-client.js';
import { createTimestamps } from '../../wire/timestamps.js';

export interface ProbeClient {
  /** Throws `RangeError` for a request that the dialect does not bind. */
  send(dialect: Dialect, name: RequestName, params: RequestParams, shiftMs?: number): Promise<HttpExchange>;
  open(dialect: Dialect, name: StreamRequest, accountId: string): Promise<OpenedStream>;
  /** Whether a frame so far held several JSON documents. */
  hasFramesOfSeveral(): boolean;
  /** What the target's clock is ahead by, as far as its answers prove it; undefined where none showed it. */
  clockOffsetMs(): number | undefined;
  close(): Promise<void>;
}

/** What a probe may ask of a target at most, in a second. */
const GENTLE = 10;

export function createProbeClient(
  profile: Profile,
  signedPath: (path: string) => string,
  signal: AbortSignal,
  dialect?: Pick<Dialect, 'readFrame' | 'frameDocuments'>,
): ProbeClient {
  const { requestsPerSecond } = profile.limits;
  const clock = createTargetClock();
  const journal = new MemoryJournal();
  const wire = {
    keys: { main: { id: profile.keys.main.id, signer: createSigner(parsePrivateKey(profile.keys.main.privateKey)) } },
    journal,
    clock,
    timestamps: createTimestamps(),
    idempotencyKeys: createIdempotencyKeys(),
    pacing: createPacing(requestsPerSecond === 0 ? 0 : Math.min(requestsPerSecond, GENTLE)),
    signedPath,
    answerMs: profile.timing.answerMs,
    signal,
  };
  const http = createHttpClient({ ...wire, baseUrl: profile.baseUrl });
  const streams = createStreamClient({
    ...wire,
    streamUrl: profile.streamUrl,
    readFrame: dialect === undefined ? unread : (frame) => dialect.readFrame(frame),
    frameDocuments: dialect === undefined ? 'several' : dialect.frameDocuments,
  });
  const context = { check: null, actor: 'suite' };
  return {
    async send(dialect, name, params, shiftMs) {
      const { method, path, body } = dialect.request(name, params);
      const sentMs = Date.now();
      const exchange = await http.send(
        {
          name,
          accountId: params.accountId,
          method,
          path,
          ...(body !== undefined && { body }),
          ...(shiftMs !== undefined && { shiftMs }),
        },
        context,
      );
      clock.observe(exchange.answer?.headers['date'], sentMs, Date.now());
      return exchange;
    },
    async open(dialect, name, accountId) {
      const { method, path } = dialect.request(name, { accountId });
      return streams.open({ name, accountId, method, path, signal }, context);
    },
    hasFramesOfSeveral: () => journal.of('event').some(({ raw }) => holdsSeveral(raw)),
    clockOffsetMs: () => (clock.offset.samples === 0 ? undefined : clock.offset.ms),
    async close() {
      await Promise.all([http.close(), streams.close()]);
    },
  };
}

function holdsSeveral(raw: JournalRecord['raw']): boolean {
  if (typeof raw !== 'string') return false;
  return (decodeDocuments(Buffer.from(raw), true).documents?.length ?? 0) > 1;
}

/** Messages as they are; a frame may hold several. */
function unread(frame: JsonValue): readonly StreamMessage[] {
  const messages = isJsonArray(frame) && isBatch(frame) ? frame : [frame];
  return messages.map((message) => ({ kind: 'unknown', message, view: {} }));
}
