import { describe, expect, it } from 'vitest';
import { Intake } from './intake.js';

const NOTHING = new Uint8Array();

describe('the intake of a run', () => {
  it('tells a check once what it has had too much of, and leaves others alone', () => {
    const intake = new Intake({ checkMessages: 2 });
    const told: string[] = [];
    intake.begin('a', (what) => told.push(what));
    intake.begin('b', (what) => told.push(what));
    for (const _ of [1, 2, 3, 4]) intake.message('a', NOTHING);
    expect(intake.message('b', NOTHING)).toBeUndefined();
    expect(told).toEqual(['the target sent more than 2 messages to one check (budget.checkMessages of the profile)']);
    expect(intake.spent).toBeUndefined();
    intake.begin('a', (what) => told.push(what));
    expect(intake.message('a', NOTHING)).toBeUndefined();
  });

  it('ends what is left of a run that has had all', () => {
    const intake = new Intake({ megabytes: 1 });
    let told = '';
    intake.begin('a', (what) => {
      told = what;
    });
    expect(intake.answer(null, Buffer.alloc(999_999, 'x'))).toBeUndefined();
    intake.answer('a', Buffer.alloc(2, 'x'));
    expect(told).toBe('the target sent more than 1 MB to the run (budget.megabytes of the profile)');
    expect(intake.spent).toBe(told);
  });

  it('counts the messages that one frame carries', () => {
    const intake = new Intake({ checkMessages: 10 });
    intake.begin('a', () => undefined);
    expect([intake.message('a', NOTHING), intake.parts('a', 10)]).toEqual([undefined, undefined]);
    intake.message('a', NOTHING);
    expect(intake.parts('a', 1)).toContain('more than 10 messages to one check');
  });

  it('weighs what unfolds into much', () => {
    const intake = new Intake({ checkMegabytes: 4 });
    intake.begin('a', () => undefined);
    expect(intake.message('a', Buffer.alloc(100_000, 'x'))).toBeUndefined();
    expect(intake.message('a', Buffer.alloc(100_000, '['))).toContain('4 MB to one check');
  });

  it('has an end in time', () => {
    expect(new Intake({ seconds: -1 }).spent).toBe('the run took longer than -1 s (budget.seconds of the profile)');
  });
});
