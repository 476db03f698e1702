// Situations of operations: results before, beside and long after their answers, and operations that meet (interface 1, rule 1; 4.3; 6.1).
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import {
  comes,
  isOnItsWay,
  isUnderWay,
  isWaiting,
  leaves,
  leavesToChange,
  operationOf,
  type Situation,
  tells,
} from './situation.js';

export const OF_OPERATIONS: readonly Situation[] = [
  {
    id: 'event-before-its-answer',
    sentence: 'The event of a request came before its 202.',
    sees: (entry, scene) => tells(entry) && entry.key !== undefined && (scene.keys.get(entry.key)?.inFlight ?? 0) > 0,
  },
  {
    id: 'answer-before-its-event',
    sentence: 'An event came after the 202 of its request.',
    sees: (entry, scene) =>
      tells(entry) && operationOf(entry, scene)?.status === undefined && operationOf(entry, scene) !== undefined,
  },
  {
    id: 'status-before-event',
    sentence: 'Operation status told a result before its event came.',
    sees: (entry, scene) =>
      tells(entry) && operationOf(entry, scene)?.status !== undefined && operationOf(entry, scene)?.told.size === 0,
  },
  {
    id: 'status-while-unfinished',
    sentence: 'The status of an operation was read before it had ended.',
    sees: (entry, scene) =>
      comes(entry, 'operationStatus') &&
      memberOf(entry.view, 'state') === 'pending' &&
      operationOf(entry, scene) !== undefined,
  },
  {
    id: 'status-after-event',
    sentence: 'The status of an operation was read after its event.',
    sees: (entry, scene) => comes(entry, 'operationStatus') && (operationOf(entry, scene)?.told.size ?? 0) > 0,
  },
  {
    id: 'status-beside-submission',
    sentence: 'Operation status was asked for while a mutation was on its way.',
    sees: (entry, scene) => leaves(entry, 'operationStatus') && isOnItsWay(scene),
  },
  {
    id: 'status-of-rejected',
    sentence: 'The status of a rejected operation was read.',
    sees: (entry) => comes(entry, 'operationStatus') && memberOf(entry.view, 'state') === 'rejected',
  },
  {
    id: 'two-placements-in-flight',
    sentence: 'Two placements were on their way at once.',
    sees: (entry, scene) => leaves(entry, 'placeOrder') && isOnItsWay(scene, 'placeOrder'),
  },
  {
    id: 'eight-requests-in-flight',
    sentence: 'Eight requests of one account were on their way at once.',
    sees: (entry, scene) => leaves(entry) && scene.calls.size >= 7,
  },
  {
    id: 'five-operations-unfinished',
    sentence: 'Five acknowledged operations of one account had no result yet.',
    sees: (_, scene) => scene.unfinished.size >= 5,
  },
  {
    id: 'two-openings-under-way',
    sentence: 'Two openings were under way at once.',
    needs: ['positions'],
    sees: (entry, scene) => leaves(entry, 'openPosition') && isUnderWay(scene, 'openPosition'),
  },
  {
    id: 'opening-beside-placement',
    sentence: 'A position was opened while a placement was under way.',
    needs: ['positions'],
    sees: (entry, scene) => leaves(entry, 'openPosition') && isUnderWay(scene, 'placeOrder'),
  },
  {
    id: 'opening-beside-close',
    sentence: 'A position was opened while another one was being closed.',
    needs: ['positions', 'closePosition'],
    sees: (entry, scene) => leaves(entry, 'openPosition') && isUnderWay(scene, 'closePosition'),
  },
  {
    id: 'cancellation-beside-placement',
    sentence: 'An order was cancelled while another one was being placed.',
    needs: ['cancelOrder'],
    sees: (entry, scene) => leaves(entry, 'cancelOrder') && isUnderWay(scene, 'placeOrder'),
  },
  {
    id: 'cancellation-beside-opening',
    sentence: 'An order was cancelled while a position was being opened.',
    needs: ['cancelOrder', 'positions'],
    sees: (entry, scene) => leaves(entry, 'cancelOrder') && isUnderWay(scene, 'openPosition'),
  },
  {
    id: 'two-partial-closes-under-way',
    sentence: 'Two partial closes of one position were under way at once.',
    needs: ['closePosition'],
    sees: (entry, scene) =>
      leaves(entry, 'closePosition') &&
      memberOf(entry.params, 'volume') !== undefined &&
      scene.rivals(entry).some(({ isPart }) => isPart),
  },
  {
    id: 'close-beside-partial-close',
    sentence: 'A position was closed while a partial close of it was under way.',
    needs: ['closePosition'],
    sees: (entry, scene) =>
      leaves(entry, 'closePosition') &&
      memberOf(entry.params, 'volume') === undefined &&
      scene.rivals(entry).some(({ isPart }) => isPart),
  },
  {
    id: 'two-closes-under-way',
    sentence: 'A position was closed twice at once.',
    needs: ['closePosition'],
    sees: (entry, scene) =>
      leaves(entry, 'closePosition') &&
      memberOf(entry.params, 'volume') === undefined &&
      scene.rivals(entry).some(({ isPart }) => !isPart),
  },
  {
    id: 'two-cancellations-under-way',
    sentence: 'An order was cancelled twice at once.',
    needs: ['cancelOrder'],
    sees: (entry, scene) => leaves(entry, 'cancelOrder') && scene.rivals(entry).length > 0,
  },
  {
    id: 'rejected-order',
    sentence: 'A placement was rejected after its 202.',
    sees: (entry, scene) => tells(entry, 'rejected') && operationOf(entry, scene)?.request === 'placeOrder',
  },
  {
    id: 'rejected-cancellation',
    sentence: 'A cancellation was rejected after its 202.',
    needs: ['cancelOrder'],
    sees: (entry, scene) => tells(entry, 'rejected') && operationOf(entry, scene)?.request === 'cancelOrder',
  },
  {
    id: 'rejected-close',
    sentence: 'A close was rejected after its 202.',
    needs: ['closePosition'],
    sees: (entry, scene) => tells(entry, 'rejected') && operationOf(entry, scene)?.request === 'closePosition',
  },
  {
    id: 'later-operation-first',
    sentence: 'An operation succeeded while one that was acknowledged before it had no result yet.',
    sees: (entry, scene) => {
      const operation = tells(entry, 'success') ? operationOf(entry, scene) : undefined;
      if (operation === undefined) return false;
      return [...scene.unfinished.values()].some(
        ({ ackedNs, id }) => id !== operation.id && ackedNs < operation.ackedNs,
      );
    },
  },
  {
    id: 'partial-close-told',
    sentence: 'The event of a partial close came.',
    needs: ['closePosition'],
    sees: (entry, scene) => tells(entry, 'success') && operationOf(entry, scene)?.isPart === true,
  },
  {
    id: 'protected-order-told',
    sentence: 'The event of an order with stop loss and take profit came.',
    needs: ['sltp'],
    sees: (entry) => {
      const orders = tells(entry, 'success') ? memberOf(entry.view, 'orders') : undefined;
      return Array.isArray(orders) && orders.length > 1;
    },
  },
  {
    id: 'answer-lost',
    sentence: 'A client gave up a mutation before its answer came.',
    sees: (entry, scene) => {
      const call = entry.type === 'lost' && entry.wasSent ? scene.calls.get(entry.call) : undefined;
      return call?.key !== undefined;
    },
  },
  {
    id: 'lost-and-asked-again',
    sentence: 'A mutation whose answer was lost was resolved by the same request under the same key.',
    sees: (entry, scene) => comes(entry) && entry.key !== undefined && scene.keys.get(entry.key)?.isLost === true,
  },
  {
    id: 'refused-beside-accepted',
    sentence: 'A mutation was refused before its ACK while others were under way.',
    sees: (entry, scene) =>
      entry.type === 'answer' &&
      entry.key !== undefined &&
      entry.status >= 400 &&
      entry.status < 500 &&
      isWaiting(scene),
  },
  {
    id: 'submission-beside-opening-stream',
    sentence: 'A mutation left while a stream was being opened.',
    sees: (entry, scene) => leavesToChange(entry) && isOnItsWay(scene, 'eventsStream'),
  },
];
