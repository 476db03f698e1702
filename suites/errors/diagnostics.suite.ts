// Refusals show no internal diagnostics (interface 5.3, rule 11; 7.1). Judged over everything that the run was refused with, by marks
// that no public text has: stack frames, exception classes, source paths, database errors.
import { isJsonObject } from '../../toolkit/payload/json-kind.js';
import { history } from '../runner/registry.js';

/** Each is followed by what only the inside of a service writes. */
const MARKS: readonly RegExp[] = [
  /\n\s+at .{1,200}:\d+(?::\d+)?\)?/,
  /\\n\s+at .{1,200}:\d+(?::\d+)?\)?/,
  /Traceback \(most recent call last\)/,
  /\b(?:java|javax|kotlin|scala|org\.springframework|System)\.[\w.$]*(?:Exception|Error)\b/,
  /\bgoroutine \d+ \[/,
  /\bpanic: /,
  /\b[\w./-]+\.(?:go|rs|py|java|kt|cs|rb|php|cpp|ts):\d+\b/,
  /\bnode_modules\b/,
  /\bSQLSTATE\b|\bORA-\d{5}\b/,
];

const LONGEST = 64 << 10;

history({
  id: 'errors.no-diagnostics/every-refusal',
  title: 'shows no stack trace, source path or database error in any refusal of the run',
  async run(t) {
    let refusals = 0;
    for (const { i, kind, parsed, raw } of await t.history()) {
      if (kind !== 'ok' || !isJsonObject(parsed) || typeof parsed['status'] !== 'number' || parsed['status'] < 400)
        continue;
      refusals += 1;
      const text = typeof raw === 'string' ? raw.slice(0, LONGEST) : '';
      const mark = MARKS.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
      if (mark === undefined) continue;
      t.expect.that(false, { expected: 'public text alone', actual: mark.trim(), evidence: [i] });
    }
    if (refusals === 0) return t.notApplicable('nothing was refused in this run');
    t.expect.that(true, {
      expected: 'public text alone',
      actual: `${refusals} refusals without such a mark`,
      evidence: [],
    });
  },
});
