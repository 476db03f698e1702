// One signed read of the first account, as a profile says it (interface 4.4 and 5), and what was answered, for people and for comparison.
import { isSuccessful } from '../../base/is-successful.js';
import type { JsonValue } from '../../payload/json.js';
import type { Dialect } from '../../profile/dialect/dialect.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import type { Profile } from '../../profile/profile.js';
import type { HttpExchange } from '../../wire/exchange.js';
import { createProbeClient } from '../probe/client.js';
import { shapeOfValue } from '../shape/of-value.js';
import { placesIn } from '../shape/shape.js';

/** By which clock the timestamp is made; the clock of the target is what its `Date` header says. */
export interface SigningTime {
  readonly clock: 'target' | 'own';
  readonly shiftMs?: number;
}

export interface SeenAnswer {
  readonly isAccepted: boolean;
  /** Undefined where nothing answered. */
  readonly status: number | undefined;
  /** Status and public code, or why there was no answer. */
  readonly said: string;
  readonly request: string;
  /** What the `Date` header proves the clocks to differ by; undefined without one. */
  readonly clockOffsetMs: number | undefined;
  /** Where a redirection leads. */
  readonly location: string | undefined;
}

const LONGEST_MS = 8_000;
const LONGEST_WORD = 80;

export async function signedRead(
  profile: Profile,
  signal: AbortSignal,
  { clock, shiftMs }: SigningTime = { clock: 'target' },
): Promise<SeenAnswer> {
  const dialect = await loadDialect(profile);
  const timing = { ...profile.timing, answerMs: Math.min(LONGEST_MS, profile.timing.answerMs) };
  const client = createProbeClient({ ...profile, timing }, (path) => dialect.signedPath(path), signal);
  const accountId = profile.accounts.pool[0]?.id ?? '';
  const send = (): Promise<HttpExchange> => client.send(dialect, 'account', { accountId }, shiftMs);
  try {
    const first = await send();
    // The first answer shows the clock by which a run signs all others.
    const isOtherClock = clock === 'target' && (client.clockOffsetMs() ?? 0) !== 0;
    const { answer, error, request } = isOtherClock ? await send() : first;
    return {
      isAccepted: isSuccess({ answer }),
      status: answer?.status,
      said:
        answer === undefined
          ? `no answer: ${error?.message ?? 'nothing came'}`
          : [`HTTP ${answer.status}`, ...codesIn(dialect, answer.body)].join(' '),
      request: `${request.method} ${request.path}`,
      clockOffsetMs: client.clockOffsetMs(),
      location: answer?.headers['location'],
    };
  } finally {
    await client.close();
  }
}

function isSuccess({ answer }: { readonly answer?: HttpExchange['answer'] | undefined }): boolean {
  return answer !== undefined && isSuccessful(answer.status);
}

/** Where the profile does not find code and message, they are looked for under the names that the interface states (7.1). */
function codesIn(dialect: Dialect, body: JsonValue | undefined): readonly string[] {
  if (body === undefined) return [];
  const { code, message } = dialect.readError(body);
  const places = placesIn(shapeOfValue(body, ''));
  const stated = (name: string): unknown =>
    places.find(({ steps }) => steps.slice(-2).join('/').endsWith(name))?.shape.words[0];
  return [code ?? stated('error/code'), message ?? stated('error_message')].flatMap((word) =>
    typeof word === 'string' || typeof word === 'number' ? [String(word).slice(0, LONGEST_WORD)] : [],
  );
}
