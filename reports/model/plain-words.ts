// What an assertion says of a record, in the words of a reader: no pointers in headlines. The data beside it stays as it was journalled.
import type { CheckResult } from './model.js';

const ASSERTION = /^expected ([\s\S]{1,2000}?) at (the message|\/\S{0,200}), got ([\s\S]*)$/;
/** Members under which a record holds what came; they say nothing to a reader. */
const OF_RECORDS: readonly string[] = ['view', 'body', 'data', 'parsed'];

/** Why a check ended as it did; undefined where nothing is said. */
export function reasonInWords({ reason, property }: Pick<CheckResult, 'reason' | 'property'>): string | undefined {
  if (reason === undefined) return undefined;
  const example = property?.counterexample;
  const bare =
    example !== undefined && reason.endsWith(` for ${example}`) ? reason.slice(0, -` for ${example}`.length) : reason;
  const [, wanted = '', pointer = '', got = ''] = ASSERTION.exec(bare) ?? [];
  if (wanted === '') return bare;
  return pointer === '/status' ? statusInWords(wanted, got) : `${nameOf(pointer)}: expected ${wanted}, got ${got}`;
}

function statusInWords(wanted: string, got: string): string {
  const answered = /^[23]\d\d$|^101$/.test(got) ? `the service accepted (${got})` : `the service answered ${got}`;
  if (wanted === 'at least 400' || wanted === 'at most 499') return `expected a refusal (4xx), ${answered}`;
  if (wanted === 'at least 200' || wanted === 'at most 299') return `expected acceptance (2xx), ${answered}`;
  return `expected status ${wanted.replace(/^one of \[?|\]$/g, '')}, ${answered}`;
}

/** `/body/orders/0/price`: price of item 1 of orders. */
function nameOf(pointer: string): string {
  if (pointer === 'the message') return pointer;
  const parts = pointer.slice(1).split('/');
  const [first = '', ...rest] = parts;
  const told = OF_RECORDS.includes(first) && rest.length > 0 ? rest : parts;
  return told
    .map((part) => (/^\d+$/.test(part) ? `item ${Number(part) + 1}` : part.replaceAll('~1', '/').replaceAll('~0', '~')))
    .reverse()
    .join(' of ');
}
