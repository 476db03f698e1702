import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../sample.test.aid.js';
import {
  capped,
  codeSpan,
  forHtml,
  forLog,
  forLogLine,
  forMarkdown,
  forWorkflowCommand,
  forXmlAttribute,
  oneLine,
  printable,
} from './sanitize.js';

const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ':',
      '#',
      '[',
      '`',
      '<',
      '&',
      '"',
      '\n',
      '\r',
      '\t',
      '%',
      '|',
      '\\',
      '@',
      '*',
      '\u001b',
      '\u202e',
      '\u0085',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 40,
});
// biome-ignore lint/suspicious/noControlCharactersInRegex: looks for control characters that must not be there
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\p{Cs}\ufffe\uffff]/u;

describe('text of a target', () => {
  it.each([
    ['a colour', '\u001b[31mred', '\\x1b[31mred'],
    ['a carriage return', 'good\rbad', 'good\\x0dbad'],
    ['a line end of another system', 'a\r\nb', 'a\nb'],
    ['an override of direction', 'a\u202eb', 'a\\u{202e}b'],
    ['half a surrogate pair', 'a\ud800b', 'a\\u{d800}b'],
    ['a whole pair', 'a😀b', 'a😀b'],
    ['ordinary text', 'Grüße, 世界\n\tok', 'Grüße, 世界\n\tok'],
  ])('is printable: %s', (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('never brings a control character or a workflow command into a log', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(forLog(text)).not.toMatch(/::|##\[|##vso\[/);
        expect(forLog(text).replaceAll('\n', '').replaceAll('\t', '')).not.toMatch(CONTROL);
        expect(forLogLine(text)).not.toMatch(/[\n\t]/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never ends or splits a workflow command', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(forWorkflowCommand(text, 'data')).not.toMatch(/[\n\r]/);
        expect(forWorkflowCommand(text, 'property')).not.toMatch(/[\n\r:,]/);
      }),
    );
  });

  it('never closes an element or an attribute', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(forHtml(text)).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
        expect(forXmlAttribute(text)).not.toMatch(/[<>"'\n\t]/);
      }),
    );
  });

  it('never leaves a code span', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const span = codeSpan(text);
        const fence = /^`+/.exec(span)?.[0] ?? '';
        const inside = span.slice(fence.length, -fence.length);
        const runs = [...inside.matchAll(/`+/g)].map((run) => run[0].length);
        expect(runs).not.toContain(fence.length);
        expect(span).not.toMatch(/\n/);
        expect(span).not.toMatch(/(?<!\\)\|/);
      }),
    );
  });

  it('never links, mentions or emphasises in Markdown', () => {
    for (const text of [
      ...HOSTILE_TEXTS,
      'see https://evil.example and www.evil.example',
      '@team #12 !3',
      '*a* _b_ ~c~',
    ]) {
      expect(forMarkdown(capped(text, 500))).not.toMatch(/(?<!\\)[*_~`[\]<>|@#!]|https?:\/\/|www\./);
    }
  });

  it('is cut at a bound that is told, and never inside a character', () => {
    expect(capped('short', 100)).toBe('short');
    expect(capped('x'.repeat(200), 100)).toBe(`${'x'.repeat(72)} … (128 more characters)`);
    expect(capped('😀'.repeat(100), 101)).not.toMatch(/\p{Cs}/u);
    expect(oneLine('a\nb')).toBe('a\\nb');
  });
});
