import { describe, expect, it } from 'vitest';
import { layoutTimeline } from '../viewer/timeline/timeline-layout.js';
import { intentText, isIntent } from './intents.js';
import { viewerRecord } from './viewer-record.js';

const place = { check: 'a.b/c', conn: null, account: null, client_request_id: null, operation_id: null } as const;
const rest = { run: 'r', wall: '', raw: null, error: null } as const;
const told = { operation: 'place', input: { intent: 'a', type: 'limit', volume: '0.10' } };
const RECORDS = [
  { ...place, ...rest, i: 1, t_ns: 0, kind: 'info', actor: 'suite', cause: null, parsed: { told } },
  {
    ...place,
    ...rest,
    i: 2,
    t_ns: 5_000_000,
    kind: 'info',
    actor: 'client',
    cause: 1,
    parsed: { answered: { operation: 'place', said: { state: 'refused', code: 1002 } } },
  },
] as const;

describe('intents', () => {
  const records = RECORDS.map((record) => viewerRecord(record));

  it('are told in words', () => {
    expect(records.every(isIntent)).toBe(true);
    expect(records.map(intentText)).toEqual(['told: place a limit 0.10', 'says to place: refused, code 1002']);
  });

  it('have a lane of their own in the picture of a check', () => {
    const options = { width: 600, begun: 0, ended: 5, stepOf: () => undefined, heard: new Set<string>() };
    const layout = layoutTimeline(records, options);
    expect(layout?.frameRows).toEqual(['intents']);
    expect(layout?.frames.map(({ label }) => label)).toEqual(['told: place', 'place: refused']);
  });
});
