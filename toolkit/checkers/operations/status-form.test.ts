// What operation status shows of negative results, by its checker.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { Story } from '../story.test.aid.js';

const ERROR = { errorCode: 'EXECUTION_REJECTED', errorMessage: 'EXECUTION_REJECTED' };

/** One operation, and what its status shows. */
function shown(request: string, state: string, more: JsonObject): Story {
  const story = new Story();
  story.acknowledged(request, 'key-1', 'op-1');
  story.read('op-1', state, more);
  return story;
}

describe('status-form', () => {
  it.each(['rejected', 'failed'])('is content with code and message of what was %s', async (state) => {
    const result = await shown('placeOrder', state, ERROR).judge('status-form');
    expect(result).toMatchObject({ outcome: 'ok', judged: 2 });
  });

  it.each(['success', 'pending'])('asks nothing of what shows %s', async (state) => {
    await expect(shown('placeOrder', state, {}).judge('status-form')).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it('takes a member without a value for none', async () => {
    const { findings } = await shown('openPosition', 'failed', { ...ERROR, errorMessage: null }).judge('status-form');
    expect(findings).toMatchObject([{ requirement: 'operations.error-message-when-failed' }]);
    expect(findings[0]).not.toHaveProperty('level');
  });

  it('only warns of calls that the interface does not show', async () => {
    const { findings } = await shown('closePosition', 'rejected', { errorMessage: 'CLOSED' }).judge('status-form');
    expect(findings).toMatchObject([{ requirement: 'operations.error-code-when-rejected', level: 'should' }]);
  });
});
