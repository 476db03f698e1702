import { describe, expect, it } from 'vitest';
import { unheardCommands } from './unheard.js';

const ASKED = ['{"op":"subscribe","event":"transactions"}', '{"op":"subscribe","event":"account_state"}'];
const refusal = (event: string, id: number): object => ({ event: 'error', text: `no subscription ${event}`, id });
const refusals = [refusal('none', 9)] as never;

describe('commands that a target does not understand', () => {
  it('are all answered as the wrong one is, whatever else the stream says', () => {
    const answers = [refusal('transactions', 1), { hello: true }, refusal('account_state', 2)] as never;
    const said = unheardCommands({ asked: ASKED, answers, refusals, noKind: 'none' });
    expect(said).toContain('spell dialect.commands.subscribe');
    expect(said).toContain(ASKED[0]);
  });

  it('are not answered at all', () => {
    const said = unheardCommands({ asked: ASKED, answers: [], refusals: [], noKind: 'none' });
    expect(said).toContain('no command on the events stream was answered');
  });

  it('are others than those of which one is answered otherwise, or of which only the wrong one is refused', () => {
    const answers = [refusal('transactions', 1), { event: 'account_state_event' }] as never;
    expect(unheardCommands({ asked: ASKED, answers, refusals, noKind: 'none' })).toBeUndefined();
    expect(unheardCommands({ asked: ASKED, answers: [], refusals, noKind: 'none' })).toBeUndefined();
  });
});
