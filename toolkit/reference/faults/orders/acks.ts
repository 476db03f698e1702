// Faults of ACKs and of the identifiers of operations (interface 1, rule 1; 2.1; 4.1; 4.2).
import { always, instead, insteadOn } from '../algebra/edits.js';
import { editingBody, type Fault, remove, violating } from '../algebra/index.js';

const ackOperationId = violating('4.2', ['positions.ack-operation-id', 'ack.operation-id-present']);
const operationIdUnique = violating('2.1', ['ack.operation-id-unique']);

export const ackFaults: readonly Fault[] = [
  violating('2.1', ['ack.status-202', 'positions.ack-status-202'])('ack-status-200', {
    summary: 'Accepted mutations are answered with 200.',
    ackStatus: always(200),
  }),
  violating('4.2', ['positions.ack-status-202'])('ack-status-201-on-positions', {
    summary: 'An accepted opening is answered with 201.',
    ackStatus: insteadOn(({ kind }) => kind === 'openPosition', 201),
  }),
  violating('2.1', ['ack.operation-id-present', 'domain.mutations-acknowledged'])('ack-without-operation-id', {
    summary: 'The ACK of a placement has no operation_id.',
    change: editingBody('placeOrder', 200, 'operation_id', remove),
  }),
  ackOperationId('ack-without-operation-id-on-positions', {
    summary: 'The ACK of an opening has no operation_id.',
    change: editingBody('openPosition', 200, 'operation_id', remove),
  }),
  violating('2.1', ['ack.operation-id-string'])('ack-operation-id-number', {
    summary: 'operation_id in the ACK is a number.',
    change: editingBody('any', 200, 'operation_id', (id) => Number.parseInt(String(id).replaceAll(/\D/g, ''), 10)),
  }),
  violating('2.1', ['ack.client-request-id-string'])('ack-key-as-list', {
    summary: 'client_request_id in the ACK is a list of one.',
    change: editingBody('placeOrder', 200, 'client_request_id', (key) => [key]),
  }),
  operationIdUnique('operation-id-repeated', {
    summary: 'Every second operation of an account gets the identifier of the one before it.',
    operationId: instead((_serial, { accountId, ordinal }) => `op-${accountId}-${Math.ceil(ordinal / 2)}`),
  }),
  operationIdUnique('operation-ids-counted-to-sixty-four', {
    summary: 'The identifiers of operations of an account begin again after 64 of them.',
    operationId: instead((_serial, { accountId, ordinal }) => `op-${accountId}-${ordinal % 64}`),
  }),
  operationIdUnique('operation-id-of-placement-and-opening-shared', {
    summary: 'The first opening of an account gets the identifier of its first placement.',
    operationId: (honest) => {
      const counts = new Map<string, number>();
      return (serial, context) => {
        const name = `${context.accountId} ${context.kind}`;
        const count = (counts.get(name) ?? 0) + 1;
        counts.set(name, count);
        return count === 1 ? `op-${context.accountId}-first` : honest(serial, context);
      };
    },
  }),
  violating('4.2', ['positions.ack-operation-id', 'ack.operation-id-present', 'domain.mutations-acknowledged'])(
    'result-before-ack',
    {
      summary: 'The answer to an opening carries the result in place of the operation.',
      change: editingBody('openPosition', 200, '', () => ({ status: 'success' })),
    },
  ),
];
