// Whether a target closes a stream that it has just opened, which refuses the handshake as well as an HTTP answer does (interface 4.5
// names no form of refusal). What it delivers or answers first proves the stream served; so a command asks it for something.
import type { Dialect, StreamRequest } from '../../../../toolkit/profile/dialect/dialect.js';
import type { ProfileTiming } from '../../../../toolkit/profile/profile.js';
import type { StreamConnection, StreamEnd } from '../../../../toolkit/wire/streams/stream-connection.js';

interface Asking {
  readonly dialect: Pick<Dialect, 'command'>;
  readonly timing: Pick<ProfileTiming, 'answerMs'>;
}

/** The share of the patience for ticks: in a quiet market none may come, and the whole wait would be for nothing. */
const TICKS_SHARE = 4;

/** The end of the connection, where it came before anything was delivered. */
export async function closedAtOnce(
  connection: StreamConnection,
  stream: StreamRequest,
  { dialect, timing }: Asking,
): Promise<StreamEnd | undefined> {
  const withinMs = stream === 'eventsStream' ? timing.answerMs : timing.answerMs / TICKS_SHARE;
  if (stream === 'eventsStream' && connection.isOpen) {
    const command = { event: 'transactions', commandId: 'served' };
    connection.send(dialect.command('subscribe', command), { action: 'subscribe', event: 'transactions' });
  }
  const delivered = await connection.next(() => true, { withinMs });
  return delivered === undefined && !connection.isOpen ? connection.closed : undefined;
}
