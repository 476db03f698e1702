// Faults of ACKs and of the identifiers of operations (interface 1, rule 1; 2.1; 4.1; 4.2).
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';
import { editingBody, remove } from './json-edit.js';

export const ackFaults: readonly Fault[] = [
  fault(
    'ack-status-200',
    '2.1',
    ['ack.status-202', 'positions.ack-status-202'],
    'Accepted mutations are answered with 200.',
    changing('ackStatus', () => () => 200),
  ),
  fault(
    'ack-status-201-on-positions',
    '4.2',
    ['positions.ack-status-202'],
    'An accepted opening is answered with 201.',
    changing('ackStatus', (honest) => (status, ack) => (ack.kind === 'openPosition' ? 201 : honest(status, ack))),
  ),
  fault(
    'ack-without-operation-id',
    '2.1',
    ['ack.operation-id-present', 'domain.mutations-acknowledged'],
    'The ACK of a placement has no operation_id.',
    editingBody('placeOrder', 200, 'operation_id', remove),
  ),
  fault(
    'ack-without-operation-id-on-positions',
    '4.2',
    ['positions.ack-operation-id', 'ack.operation-id-present'],
    'The ACK of an opening has no operation_id.',
    editingBody('openPosition', 200, 'operation_id', remove),
  ),
  fault(
    'ack-operation-id-number',
    '2.1',
    ['ack.operation-id-string'],
    'operation_id in the ACK is a number.',
    editingBody('any', 200, 'operation_id', (id) => Number.parseInt(String(id).replaceAll(/\D/g, ''), 10)),
  ),
  fault(
    'ack-key-as-list',
    '2.1',
    ['ack.client-request-id-string'],
    'client_request_id in the ACK is a list of one.',
    editingBody('placeOrder', 200, 'client_request_id', (key) => [key]),
  ),
  fault(
    'operation-id-repeated',
    '2.1',
    ['ack.operation-id-unique'],
    'Every second operation of an account gets the identifier of the one before it.',
    changing(
      'operationId',
      () =>
        (_serial, { accountId, ordinal }) =>
          `op-${accountId}-${Math.ceil(ordinal / 2)}`,
    ),
  ),
  fault(
    'operation-id-of-placement-and-opening-shared',
    '2.1',
    ['ack.operation-id-unique'],
    'The first opening of an account gets the identifier of its first placement.',
    changing('operationId', (honest) => {
      const counts = new Map<string, number>();
      return (serial, context) => {
        const name = `${context.accountId} ${context.kind}`;
        const count = (counts.get(name) ?? 0) + 1;
        counts.set(name, count);
        return count === 1 ? `op-${context.accountId}-first` : honest(serial, context);
      };
    }),
  ),
  fault(
    'result-before-ack',
    '4.2',
    ['positions.ack-operation-id', 'ack.operation-id-present', 'domain.mutations-acknowledged'],
    'The answer to an opening carries the result in place of the operation.',
    editingBody('openPosition', 200, '', () => ({ status: 'success' })),
  ),
];
