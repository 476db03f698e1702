// `--progress json`: one JSON object a line, in the order of what happened. Members may be added, never renamed.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { Results } from '../model/model.js';
import type { Progress } from './progress-shape.js';

export function createJsonProgress(write: (text: string) => unknown, now: () => number): Progress {
  const begun = now();
  let total = 0;
  let done = 0;
  const emit = (type: string, members: Readonly<Record<string, JsonValue | undefined>>): void => {
    write(`${safeJson({ type, elapsedMs: Math.round(now() - begun), ...members })}\n`);
  };
  return {
    plan(checks): void {
      total = checks;
      emit('plan', { total });
    },
    ready: () => emit('ready', {}),
    started: (id) => emit('started', { id }),
    finished(check): void {
      done += 1;
      const { id, verdict, level, requirements, violates, sections, reason, expected, actual, reproduce, durationMs } =
        check;
      const about = { id, verdict, level, requirements, violates, sections };
      const members = { ...about, reason, expected, actual, reproduce, durationMs };
      emit('finished', { ...members, done, total });
    },
    note: (text) => emit('note', { text }),
    end: (results, files = []) => emit('end', { ...summary(results), files }),
  };
}

function summary(results: Results): Readonly<Record<string, JsonValue>> {
  const { exitCode, conformant, complete, counts, warnings, run } = results;
  return { exitCode, conformant, complete, counts: { ...counts }, warnings, run: run.id, seed: run.seed };
}

/** JSON in ASCII, with `#` escaped before `[` and letters: no control sequence and no CI command survives, and no value changes. */
function safeJson(value: JsonValue | Readonly<Record<string, JsonValue | undefined>>): string {
  return JSON.stringify(value).replace(
    /[^ -~]|#(?=[[a-z])/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
