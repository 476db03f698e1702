import { describe, expect, it } from 'vitest';
import type { RecordDraft } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { FrameFindings } from './frame-findings.js';

type Look = Pick<RecordDraft, 'kind' | 'parsed' | 'error'>;

function event(kind: string, view: JsonValue = {}, error: RecordDraft['error'] = null): Look {
  return { kind: 'event', parsed: { kind, message: {}, view }, error };
}

function findings(...records: readonly Look[]): readonly (readonly [string, readonly number[]])[] {
  const frames = new FrameFindings();
  for (const [index, record] of records.entries()) frames.take(index + 1, record);
  return frames.findings().map(({ message, evidence }) => [message, evidence]);
}

const failed = { code: 'dialect-failed', message: 'no such hook' };
const whole = event('transaction_event', { status: 'success', operationId: 'op-1' });

describe('findings about frames', () => {
  it('are none where everything is read', () => {
    expect(findings(whole, event('unknown'), event('ignored'))).toEqual([]);
    expect(findings(event('ignored'))).toEqual([]);
  });

  it('are one for a dialect that fails, however often, with the first journal line', () => {
    expect(findings(whole, event('unknown', {}, failed), { ...event('frame', null, failed), kind: 'send' })).toEqual([
      ['the dialect failed on 2 frames of the streams: no such hook', [2]],
    ]);
  });

  it('are one for a dialect that recognises no message', () => {
    expect(findings(event('ignored'), event('unknown'), event('unknown'))).toEqual([
      ['the dialect recognises none of the 2 messages that the streams brought: look at frames and messages', [2]],
    ]);
  });

  it('are one for a target whose frames are no JSON, and one for frames of several documents', () => {
    const binary = event('unknown', {}, { code: 'json-invalid', message: 'expected UTF-8' });
    expect(findings(binary, binary)).toEqual([
      ['the dialect recognises none of the 2 messages that the streams brought: look at frames and messages', [1]],
    ]);
    const several = event('unknown', {}, { code: 'several-documents', message: 'state it' });
    expect(findings(whole, several)).toEqual([['1 frame was not read: state it', [2]]]);
  });

  it('name the pointer that finds nothing in any message of its kind', () => {
    const blind = event('transaction_event', { status: 'success', operationId: null });
    expect(findings(blind, blind)).toEqual([
      [
        'messages.transaction_event.operationId: nothing found in any of 2 messages; the pointer leads elsewhere, or the target leaves it out',
        [1],
      ],
    ]);
    expect(findings(blind, whole)).toEqual([]);
  });

  it('ask no operation identifier of balance transactions', () => {
    const balance = event('transaction_event', { status: 'success', deals: [{ balanceKind: 'balance' }] });
    expect(findings(balance)).toEqual([]);
  });
});
