// The statements of the interface with the rules of the reference service that implement them, from the comments of the rules: each
// begins with the statements that it follows, such as `Interface 5.2; 5.3, rule 3: SHA-256 of the exact body bytes.`
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import { honestRules } from '../../reference/rules/rules.js';

const FOLDER = 'toolkit/reference/rules';
/** The comment before a rule, up to the end of its statements, and the name of the rule. */
const COMMENTED_RULE =
  /\/\*\*[\s*]+Interface ((?:(?!\*\/)[^:])+?)(?::\s(?:(?!\*\/)[\s\S])*|\.\s*)\*\/\n {2}(?:readonly )?(\w+)/g;

/** Rows of the table in the order of the interface: statement, rules. Throws for a rule whose comment names no statement. */
export function statementRows(): readonly (readonly [statement: string, rules: string])[] {
  const rulesOf = new Map<string, string[]>();
  const known = new Set(Object.keys(honestRules()));
  const named = new Set<string>();
  for (const text of sources()) {
    for (const [, statements = '', rule = ''] of text.matchAll(COMMENTED_RULE)) {
      if (!known.has(rule)) continue;
      named.add(rule);
      for (const statement of statements.replaceAll(/\s*\n[\s*]*/g, ' ').split('; ')) {
        rulesOf.set(statement, [...(rulesOf.get(statement) ?? []), `\`${rule}\``]);
      }
    }
  }
  const silent = [...known].filter((rule) => !named.has(rule));
  if (silent.length > 0) {
    throw new Error(
      `${FOLDER}: expected the comment of each rule to begin with "Interface …:", not so ${silent.join(', ')}`,
    );
  }
  return [...rulesOf]
    .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .map(([statement, rules]) => [statement, rules.join(', ')]);
}

function sources(): readonly string[] {
  const folder = join(packageRoot(), FOLDER);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}
