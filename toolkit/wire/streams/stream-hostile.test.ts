// What holds against a hostile stream: one raw server per behaviour.
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { StreamMessage } from '../../profile/dialect/views.js';
import { serverFrame } from '../http/raw-peer.test.aid.js';
import { Intake } from '../intake.js';
import { accepting, streamRig as rig } from './stream-rig.test.aid.js';

describe('a hostile stream', () => {
  const frameOf = (...bytes: readonly number[]): Buffer => Buffer.from(bytes);
  const deflated = deflateRawSync(Buffer.alloc(100_000));

  test.each([
    ['that is not UTF-8', serverFrame(Buffer.from([0xff, 0xfe])), /UTF-8/],
    ['larger than the bound', frameOf(0x81, 127, 0, 0, 0, 0, 0x40, 0, 0, 0), /payload/i],
    ['compressed without agreement', Buffer.concat([frameOf(0xc1, deflated.length), deflated]), /RSV1/],
    ['of an unknown kind', serverFrame('x', 3), /opcode/],
    ['that is masked', frameOf(0x81, 0x81, 1, 2, 3, 4, 5), /MASK/],
    ['of control that is too long', serverFrame('x'.repeat(126), 9), /payload length|control/i],
    ['closing with a reserved code', serverFrame(Buffer.from([0x03, 0xed]), 8), /status code/i],
  ])('with a frame %s ends with the reason in the journal', async (_what, frame, reason) => {
    const { connection, journal } = await rig(accepting(frame));
    const stream = await connection();
    const end = await stream.closed;
    expect(end.clean).toBe(false);
    expect(journal.at(end.record)?.error?.message).toMatch(reason);
  });

  test.each([
    ['nothing', ''],
    ['three bytes', 'xxx'],
  ])('of endless fragments of %s ends', async (_what, payload) => {
    const rest = Array.from({ length: 140_000 }, () => serverFrame(payload, 0, false));
    const intake = new Intake();
    const told: string[] = [];
    intake.begin('area.rule/slug', (what) => told.push(what));
    const { connection } = await rig(accepting(serverFrame('x', 1, false), Buffer.concat(rest)), { intake });
    expect((await (await connection()).closed).clean).toBe(false);
    // Else each check would open the next, and be busy with it for as long again.
    expect(told).toEqual([expect.stringContaining('to one check (budget.checkMessages of the profile)')]);
    expect(intake.spent).toBeUndefined();
  });

  test('of endless pings is answered, or ends', async () => {
    const pings = Array.from({ length: 500 }, () => serverFrame('p', 9));
    const { connection } = await rig(accepting(...pings, '{"t":"tx"}'));
    const stream = await connection();
    const seen = stream.next((message) => message.kind === 'transaction_event');
    expect(await Promise.race([seen, stream.closed])).toBeDefined();
  });

  test('of endless messages ends at the bound', async () => {
    const frames = Array.from({ length: 50 }, (_none, n) => `{"op":${n}}`);
    const { connection, journal } = await rig(accepting(...frames), { limits: { maxMessages: 20 } });
    const stream = await connection();
    const end = await stream.closed;
    expect(journal.at(end.record)?.error?.code).toBe('flood');
    expect(stream.received).toHaveLength(20);
  });

  test('that falls silent and answers no ping ends', async () => {
    const { connection, journal } = await rig(accepting(), { limits: { pingMs: 20, silenceMs: 100 } });
    const end = await (await connection()).closed;
    expect(journal.at(end.record)?.error?.code).toBe('half-open');
  });

  test('that does not answer the goodbye is cut off', async () => {
    const { connection } = await rig(accepting());
    const stream = await connection();
    const started = performance.now();
    await stream.close();
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  test.each([
    ['no JSON', 'nonsense', 'json-invalid'],
    ['nothing', '', 'json-invalid'],
    ['bottomless JSON', '['.repeat(5_000), 'json-invalid'],
  ])('with %s in a frame leaves an unknown message', async (_what, text, code) => {
    const { connection, journal } = await rig(accepting(text.length > 65_000 ? '' : serverFrame(text)));
    const stream = await connection();
    const message = await stream.next(() => true);
    expect(message).toMatchObject({ kind: 'unknown', message: null });
    expect(journal.of('event')[0]).toMatchObject({ raw: text, error: { code } });
  });

  test.each([
    ['unread, with what to state', undefined, 'several-documents', ['unknown']],
    ['no JSON where there is one', 'one', 'json-invalid', ['unknown']],
    ['read one by one where there are several', 'several', undefined, ['transaction_event', 'unknown']],
  ] as const)('with two documents in a frame is %s', async (_what, frameDocuments, code, kinds) => {
    const stated = frameDocuments === undefined ? {} : { frameDocuments };
    const { connection, journal } = await rig(accepting('\n{"t":"tx"}\n\u001e{"op":2}\n'), stated);
    const stream = await connection();
    await stream.next(() => true);
    expect(journal.of('event').map(({ error }) => error?.code)).toEqual(kinds.map(() => code));
    expect(stream.received.map(({ kind }) => kind)).toEqual(kinds);
  });

  const throwing = (): never => {
    throw new Error('no kind here');
  };
  test.each([
    ['throws', throwing, 'no kind here'],
    ['gives a promise', () => Promise.reject(new Error('late')), /got a promise/],
    ['gives no list', () => undefined, /got undefined/],
    ['gives a list of nothing', () => [null], /got an item that is null/],
    ['gives a message without a view', () => [{ kind: 'tick', message: 1 }], /got a tick without a view/],
  ])('on which the dialect %s leaves an unknown message', async (_what, reader, text) => {
    // What a module of a profile's author may do in spite of its type.
    const readFrame = reader as unknown as () => readonly StreamMessage[];
    const { connection, journal } = await rig(accepting('{"op":1}'), { readFrame });
    const stream = await connection();
    expect(await stream.next(() => true)).toMatchObject({ kind: 'unknown', message: { op: 1 } });
    const error = { code: 'dialect-failed', message: expect.stringMatching(text) };
    expect(journal.of('event')[0]?.error).toEqual(error);
  });

  test.each([
    ['throws', throwing],
    ['gives no text', () => 7 as unknown as string],
  ])('for which the reply of the dialect %s goes on', async (_what, replyTo) => {
    const { connection, journal } = await rig(accepting('{"op":1}', '{"op":2}'), { replyTo });
    const stream = await connection();
    expect(await stream.next(({ message }) => JSON.stringify(message) === '{"op":2}')).toBeDefined();
    expect(journal.of('send').map(({ error }) => error?.code)).toEqual(['dialect-failed', 'dialect-failed']);
  });
});
