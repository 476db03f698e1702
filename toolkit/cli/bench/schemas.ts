// A transaction event against what the interface states of it (2.2), by the schemas of this package and by zod.
import { z } from 'zod';
import { validate } from '../../payload/validators.js';
import { type Comparison, compare } from './comparison.js';

const text = z.string().min(1);
const common = {
  operation_id: text.optional(),
  client_request_id: z
    .string()
    .regex(/^[A-Za-z0-9._~-]{5,128}$/)
    .optional(),
};
const event = z.union([
  z.looseObject({
    ...common,
    status: z.literal('success'),
    error_code: z.string().nullish(),
    error_message: z.string().nullish(),
  }),
  z.looseObject({ ...common, status: z.enum(['rejected', 'failed']), error_code: text, error_message: text }),
]);

const EVENTS: readonly object[] = [
  { status: 'success', operation_id: 'op-1', client_request_id: 'order-0001', payload: { orders: [{ id: 'o-1' }] } },
  { status: 'rejected', operation_id: 'op-2', error_code: 'EXECUTION_REJECTED', error_message: 'rejected' },
  { status: 'failed', operation_id: 'op-3', client_request_id: 'order-0003' },
  { status: 'done', operation_id: '' },
];

export async function schemas(): Promise<readonly Comparison[]> {
  const ours = (one: object): boolean => validate('transaction-event', one).ok;
  const theirs = (one: object): boolean => event.safeParse(one).success;
  for (const one of EVENTS) {
    if (ours(one) !== theirs(one)) throw new Error(`expected one judgement of ${JSON.stringify(one)}, got two`);
  }
  return [
    await compare('Schemas', 'messages', [
      { name: 'validate', run: () => EVENTS.map(ours), units: EVENTS.length },
      { name: 'zod', run: () => EVENTS.map(theirs), units: EVENTS.length },
    ]),
  ];
}
