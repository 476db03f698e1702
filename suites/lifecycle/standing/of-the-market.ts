// What happens to the instrument itself on which something stands (interface 2.4; 6.3, rule 1; 6.2): its conditions change and change back,
// and periods come over it and end. Set-up alone: nothing is judged here.
import { toPlainText } from '../../../toolkit/decimal/index.js';
import { doubledVolume } from '../../words/contexts/doubled-volume.js';
import { figureOf } from '../../words/figures.js';
import { restored } from '../../words/streams/instrument-to-change.js';
import { createdPeriod, hmr } from '../../words/streams/periods.js';
import { cancelled } from '../../words/trading/cancelled.js';
import type { Disturbance } from '../aftermath/disturbance.js';

export const OF_THE_MARKET: readonly Disturbance[] = [
  {
    id: 'own-conditions-changed',
    words: 'the conditions of its instrument changed and changed back',
    needs: { control: ['instrument.update'] },
    before: [],
    async happen(t) {
      const { name } = t.account.instrument();
      await restored(t, name);
      const { volumeMax, record } = await t.account.conditions(name);
      const shown = figureOf(volumeMax) ?? t.inconclusive('the conditions show no volume_max as a decimal', [record]);
      const most = toPlainText(shown);
      const change = (volume_max: string): Promise<unknown> =>
        t.control('instrument.update', { account_id: t.account.id, instrument: name, volume_max });
      await change(doubledVolume(most));
      await change(most);
    },
  },
  {
    id: 'own-period',
    words: 'an HMR period came over its instrument, changed, was told, and ended',
    needs: { claims: ['hmrEvents'], control: ['hmr.upsert', 'hmr.remove'], streams: 2 },
    before: [],
    async happen(t) {
      await hmr(t);
      const { touch, remove } = await createdPeriod(t);
      await t.account.openOrder();
      await touch();
      await remove();
    },
  },
  {
    id: 'protected-placements',
    words: 'orders with stop loss and take profit were placed and cancelled',
    needs: { claims: ['sltp', 'cancelOrder'], requests: ['cancelOrder'] },
    before: [],
    async happen(t) {
      for (const type of ['limit', 'stop'] as const) {
        const order = await t.account.order({ type });
        const { orderId } = await t.account.openOrder({ ...order, ...(await t.account.protection(order)) });
        await cancelled(t, orderId);
      }
    },
  },
];
