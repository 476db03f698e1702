// Where two byte strings differ: the shortest edit by Myers' method over the middle that remains between a common start and end.

export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Beyond this many differing characters the middle is shown as replaced whole. */
const MOST_EDITS = 400;
const CRUMB = 4;

/** Differences of two texts of one character per byte (or of code units; nothing is interpreted). */
export function diffParts(before: string, after: string): readonly DiffPart[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1;
  }
  const middle = edits(before.slice(start, before.length - end), after.slice(start, after.length - end));
  const parts = joined([
    { kind: 'same', text: before.slice(0, start) },
    ...middle,
    { kind: 'same', text: before.slice(before.length - end) },
  ]);
  return withoutCrumbs(parts);
}

/** Characters that two different hashes happen to share say nothing: what stands between two edits and is short belongs to them. */
function withoutCrumbs(parts: readonly DiffPart[]): readonly DiffPart[] {
  const result: DiffPart[] = [];
  let removed = '';
  let added = '';
  const flush = (): void => {
    if (removed !== '') result.push({ kind: 'removed', text: removed });
    if (added !== '') result.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const [index, part] of parts.entries()) {
    const isCrumb = part.kind === 'same' && part.text.length < CRUMB && index > 0 && index < parts.length - 1;
    if (part.kind === 'same' && !isCrumb) {
      flush();
      result.push(part);
      continue;
    }
    if (part.kind !== 'added') removed += part.text;
    if (part.kind !== 'removed') added += part.text;
  }
  flush();
  return result;
}

function edits(a: string, b: string): readonly DiffPart[] {
  const replaced: readonly DiffPart[] = [
    { kind: 'removed', text: a },
    { kind: 'added', text: b },
  ];
  if (a === '' || b === '') return replaced;
  const trace: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let d = 0; d <= Math.min(a.length + b.length, MOST_EDITS); d += 1) {
    trace.push(reach);
    const next = new Map(reach);
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      next.set(k, x);
      if (x >= a.length && y >= b.length) return walkBack(a, b, [...trace, next]);
    }
    reach = next;
  }
  return replaced;
}

function walkBack(a: string, b: string, trace: readonly ReadonlyMap<number, number>[]): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 2; d >= 0; d -= 1) {
    const reach = trace[d] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -d || (k !== d && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0));
    const fromX = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0);
    const fromY = fromX - (down ? k + 1 : k - 1);
    while (x > Math.max(fromX, 0) && y > Math.max(fromY, 0) && a[x - 1] === b[y - 1]) {
      x -= 1;
      y -= 1;
      parts.unshift({ kind: 'same', text: a.charAt(x) });
    }
    if (d === 0) break;
    if (down) parts.unshift({ kind: 'added', text: b.charAt(fromY) });
    else parts.unshift({ kind: 'removed', text: a.charAt(fromX) });
    x = fromX;
    y = fromY;
  }
  return parts;
}

function joined(parts: readonly DiffPart[]): readonly DiffPart[] {
  const result: DiffPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) result[result.length - 1] = { kind: part.kind, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
