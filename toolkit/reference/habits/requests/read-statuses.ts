// Legal statuses of reads that succeed: the interface names none (4.3, 4.4). A proxy that transforms bodies says 203 (RFC 9110, 15.3.4),
// and 202 says of an operation that it is not finished.
import type { Gateway } from '../../http/gateway.js';
import { among, type Habit } from '../algebra/index.js';

const statuses = among('read-status', '4.4', ['config-statuses']);

const UNFINISHED = /"(?:status|phase)"\s*:\s*"(?:pending|UNDERWAY)"/;

export const readStatusHabits: readonly Habit[] = [
  statuses('reads-answered-203', {
    summary: 'Reads are answered with 203, as by a proxy that transforms their bodies.',
    gateway: saying(203, () => true),
  }),
  statuses('unfinished-operations-202', {
    summary: 'The status of an operation is answered with 202 until it has ended.',
    gateway: saying(202, (target, text) => target.includes('/operations/') && UNFINISHED.test(text)),
  }),
];

function saying(status: number, isMeant: (target: string, text: string) => boolean): () => Gateway {
  return () => ({
    after: (answer, { raw, isHandshake }) =>
      !isHandshake &&
      raw.method === 'GET' &&
      answer.status === 200 &&
      raw.target.includes('/v1/') &&
      isMeant(raw.target, String(answer.body))
        ? { ...answer, status }
        : answer,
  });
}
