// As much of GitHub's expressions as the action and the workflow use: paths, texts, comparisons, and, or, not, status functions.

export type Context = (path: readonly string[]) => string;

export interface Status {
  readonly failed: boolean;
}

const TOKEN = /\s*('(?:[^']|'')*'|\d+|[A-Za-z_][\w-]*(?:\.[\w-]+)*|==|!=|&&|\|\||[!()])/y;

/** Throws `SyntaxError` on what it does not know. */
export function evaluate(text: string, context: Context, status: Status): string {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const source = text.trim();
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const [, token] = TOKEN.exec(source) ?? [];
    if (token === undefined) throw new SyntaxError(`${text}: nothing known at ${at}`);
    tokens.push(token);
  }
  const value = or();
  if (tokens.length > 0) throw new SyntaxError(`${text}: what is ${tokens.join(' ')}?`);
  return value;

  function or(): string {
    let left = and();
    while (take('||')) {
      const right = and();
      left = isTrue(left) ? left : right;
    }
    return left;
  }
  function and(): string {
    let left = compared();
    while (take('&&')) {
      const right = compared();
      left = isTrue(left) ? right : left;
    }
    return left;
  }
  function compared(): string {
    const left = one();
    if (take('==')) return String(left === one());
    if (take('!=')) return String(left !== one());
    return left;
  }
  function one(): string {
    if (take('!')) return String(!isTrue(one()));
    if (take('(')) {
      const value = or();
      demand(')');
      return value;
    }
    const token = tokens.shift() ?? '';
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (/^\d+$/.test(token)) return token;
    return take('(') ? call(token) : context(token.split('.'));
  }
  function call(name: string): string {
    demand(')');
    const found: Readonly<Record<string, boolean>> = {
      always: true,
      cancelled: false,
      success: !status.failed,
      failure: status.failed,
    };
    const value = found[name];
    if (value === undefined) throw new SyntaxError(`${text}: no function is ${name}`);
    return String(value);
  }
  function take(token: string): boolean {
    if (tokens[0] !== token) return false;
    tokens.shift();
    return true;
  }
  function demand(token: string): void {
    if (!take(token)) throw new SyntaxError(`${text}: expected ${token}, got ${tokens[0] ?? 'the end'}`);
  }
}

export function isTrue(value: string): boolean {
  return value !== '' && value !== 'false' && value !== '0';
}

/** A text with `${{ … }}` in it. */
export function filled(text: string, context: Context, status: Status): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluate(expression, context, status));
}

/** The condition of a step or job; without a status function it also demands that nothing failed before. */
export function holds(condition: string | undefined, context: Context, status: Status): boolean {
  const bare = (condition ?? 'success()').replace(/^\s*\$\{\{(.*)\}\}\s*$/, '$1');
  if (!/\b(always|success|failure|cancelled)\(/.test(bare) && status.failed) return false;
  return isTrue(evaluate(bare, context, status));
}
