// What a program put over a text that shows a request: the colours of a terminal, the quotation marks and blanks of a word processor or a
// chat, the JSON of a log around the whole request or each of its lines, a list or a table of the headers.
import type { JsonValue } from '../../payload/json.js';

type Undo = (text: string) => string | undefined;

/** In the order in which they lie around one another. */
export const DRESSES: readonly Undo[] = [fromColours, fromLoggedText, fromLoggedLines, fromTypography, fromUnseenMarks];

/** ECMA-48, 5.4 and 8.3.89: colours, and what a shell tells its terminal; a recorded session has both. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const CONTROLS = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,400}(?:\u0007|\u001b\\)|[()][A-Z0-9]|[=>])/g;

function fromColours(text: string): string | undefined {
  return text.includes('\u001b[') ? text.replace(CONTROLS, '') : undefined;
}

/** A head that is the text of a member. */
const WHOLE_HEAD = /^[A-Z]{3,8} \S+(?: HTTP\/[\d.]+)?\r?\n(?:[^\n]*\n)*?svc[-_](?:data|sign)\s*:/i;
const DEEPEST = 4;

/** A log of JSON with the request as one text. */
function fromLoggedText(text: string): string | undefined {
  if (!/^\s*\{/.test(text) || !/\\nsvc[-_]\w+\s*:/i.test(text)) return undefined;
  try {
    return heldText(JSON.parse(text) as JsonValue, DEEPEST); // any JSON, which is looked through
  } catch {
    return undefined;
  }
}

function heldText(value: JsonValue, depth: number): string | undefined {
  if (typeof value === 'string') return WHOLE_HEAD.test(value) ? value : undefined;
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  for (const one of Object.values(value)) {
    const found = heldText(one, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const LINE_MEMBERS = ['log', 'message', 'msg', 'line', 'MESSAGE', 'textPayload'];
const FEWEST_LINES = 4;

/** A log of JSON with each line of the request as a text of its own, as containers write it. */
function fromLoggedLines(text: string): string | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < FEWEST_LINES) return undefined;
  const logged: string[] = [];
  for (const line of lines) {
    const one = lineIn(line);
    if (one === undefined) return undefined;
    logged.push(one.replace(/\r?\n$/, ''));
  }
  const whole = logged.join('\n');
  return /^svc[-_](?:data|sign)\s*:/im.test(whole) ? whole : undefined;
}

function lineIn(json: string): string | undefined {
  try {
    const entry = JSON.parse(json) as Readonly<Record<string, unknown>>; // any JSON, which is looked through
    return LINE_MEMBERS.map((name) => entry[name]).find((one) => typeof one === 'string');
  } catch {
    return undefined;
  }
}

/** A command that a word processor or a chat made pretty: no shell knows these marks, so that no one sent them. */
function fromTypography(text: string): string | undefined {
  const isCommand = /^\s*(?:\$ *)?(?:curl|http|https|wget|xh|curlie)\b/.test(text);
  if (!isCommand || !/(?:-H|--header)[ =]*[“”„«»‘’]|[“”„«»‘’]svc[-_]/i.test(text)) return undefined;
  return text
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/(^|\s)[–—](?=[a-z])/g, '$1--');
}

const UNSEEN = '[\\u00ad\\u200b-\\u200d\\u2060\\ufeff]';
/** In the middle of a long word of base64. */
const WITHIN_WORD = new RegExp(`(?<=[\\w+/-]{12})${UNSEEN}+(?=[\\w+/=-]{2})`, 'g');
const BESIDE_NAME = new RegExp(`^${UNSEEN}*(svc-[\\w-]+:)[ \\t]*\\u00a0[ \\t\\u00a0]*`, 'gim');
const BESIDE_MADE = new RegExp(
  `^${UNSEEN}*(svc-(?:data|sign):)[ \\t]*${UNSEEN}*([\\w+/=-]*)${UNSEEN}*(?=[ \\t]*\\r?$)`,
  'gim',
);
const FEWEST_BLANKS = 2;

/**
 * Blanks that do not break and marks without width, as pages and chats put them in: behind the names of several headers, and around values
 * that no hand has typed. In any other value they may have been sent.
 */
function fromUnseenMarks(text: string): string | undefined {
  if (!/[\u00a0\u00ad\u200b-\u200d\u2060\ufeff]/.test(text)) return undefined;
  const isPage = (text.match(BESIDE_NAME)?.length ?? 0) >= FEWEST_BLANKS;
  return (isPage ? text.replaceAll('\u00a0', ' ') : text)
    .replace(WITHIN_WORD, '')
    .replace(BESIDE_MADE, '$1 $2')
    .replace(new RegExp(`^${UNSEEN}+(?=[A-Za-z])`), '');
}

const LISTED =
  /^[ \t]*(?:[-*•·|][ \t]*)?(["'`]|\*\*)?(svc-[\w-]+)\1[ \t]*(?:\||\t|:|,|;)\1?[ \t]*(["'`]?)([^|\r\n]*?)\3[ \t]*\|?[ \t]*\r?$/gim;
const REQUEST =
  /^[ \t]*([`*|]*)(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)(?:[`*| ]*(?:[\t| ]|\r?\n(?=https?:))[`*| ]*)((?:\/|https?:\/\/|wss?:\/\/)[^\s`|]*)[`*| ]*\r?$/m;
const FEWEST_LISTED = 3;

/** The headers as a list or a table of two columns, below a line with the method and the target. */
export function fromListedHeaders(text: string): string | undefined {
  const dressed = (text.match(LISTED) ?? []).filter((line) => !/^svc-[\w-]+:/i.test(line));
  if (dressed.length < FEWEST_LISTED || !REQUEST.test(text)) return undefined;
  return text
    .replace(/^[ \t]*[+|][-+=|: \t]+\r?\n/gm, '')
    .replace(REQUEST, '$2 $3')
    .replace(LISTED, '$2: $4')
    .replace(/^[ \t]*[+|][-+=|: \t]+$/gm, '')
    .replace(/\n(?:[ \t]*\r?\n)+(?=svc-)/gi, '\n');
}
