import { expect, it } from 'vitest';
import { shapeOfValue } from '../shape/of-value.js';
import { commandTemplates } from './templates.js';

it('writes a command of several subscriptions as a list of one', () => {
  const command = (cmd: string) =>
    shapeOfValue({ cmd, rid: 1, channels: [{ event: 'hmr', instruments: ['EURUSD'] }] }, 'a command');
  const { subscribe, unsubscribe } = commandTemplates([command('SUB'), command('UNSUB')]);
  const channels = [{ event: '{event}', instruments: '{instruments}' }];
  expect(subscribe).toEqual({ cmd: 'SUB', rid: '{command_id|integer}', channels });
  expect(unsubscribe).toEqual({ cmd: 'UNSUB', rid: '{command_id|integer}', channels });
});
