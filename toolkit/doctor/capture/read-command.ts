// A capture from the command line of a program other than curl: what it would send, by its own names of options. Nothing is run; a body
// in a file, or one that the program builds of fields, is unknown.
import type { Capture } from './capture.js';
import { captureInvalid, targetOfUrl, utf8Bytes } from './capture.js';
import { standardInput } from './shell-input.js';
import { shellWordsOrNone } from './shell-words.js';

interface Program {
  readonly names: readonly string[];
  readonly headers: readonly string[];
  readonly method?: readonly string[];
  /** Options whose value is the body, and those whose value is a file with it. */
  readonly body?: readonly string[];
  readonly file?: readonly string[];
  /** Options whose value is the address. */
  readonly address?: readonly string[];
  /** Words in place of options, as HTTPie has them: the method, `Name:value`, `Name;`, `field=value`. */
  readonly hasItems?: true;
}

const PROGRAMS: readonly Program[] = [
  {
    names: ['wget', 'wget2'],
    headers: ['--header'],
    method: ['--method'],
    body: ['--body-data', '--post-data'],
    file: ['--body-file', '--post-file'],
  },
  { names: ['websocat'], headers: ['-H', '--header'] },
  { names: ['wscat'], headers: ['-H', '--header'], address: ['-c', '--connect'] },
  { names: ['hey', 'oha'], headers: ['-H'], method: ['-m'], body: ['-d'], file: ['-D'] },
  { names: ['ab'], headers: ['-H'], method: ['-m'], file: ['-p', '-u'] },
  { names: ['http', 'https', 'xh', 'xhs'], headers: [], body: ['--raw'], hasItems: true },
];

const START = new RegExp(
  String.raw`(?:^|\n)[ \t]*(?:[^\n]{0,2000}[$#>%|][ \t]+)?(${PROGRAMS.flatMap(({ names }) => names).join('|')})[ \t]`,
);
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i;

/** Undefined where no such command stands in the text, or none with signed headers. */
export function readCommand(text: string): Capture | undefined {
  const start = START.exec(text);
  if (start === null || !/svc-/i.test(text) || OF_NUSHELL.test(text)) return undefined;
  const [whole, name = ''] = start;
  const program = PROGRAMS.find(({ names }) => names.includes(name));
  if (program === undefined) return undefined;
  const from = start.index + whole.length - name.length - 1;
  const call = callOf(shellWordsOrNone(text.slice(from)).slice(1), program);
  if (program.hasItems === true && call.body === undefined) takeInput(call, text, from);
  return call.headers.some(([header]) => /^svc-/i.test(header)) ? captureOf(call, name) : undefined;
}

/** What these programs are handed on their standard input is the body. */
function takeInput(call: Call, text: string, from: number): void {
  const given = standardInput(text, from);
  const [line = ''] = text.slice(from).split(/(?<!\\)\r?\n/);
  if (given !== undefined) call.body = given;
  else if (/\|[ \t\\\r\n]*$/.test(text.slice(0, from)) || /\s<\s*[^<\s(]/.test(line.replace(/'[^']*'|"[^"]*"/g, ''))) {
    call.bodyIsUnknown = true;
  }
}

/** Which has a command of the same name, and a record for the headers. */
const OF_NUSHELL = /\bhttp [a-z]+ [^\n]*--headers \{/;

interface Call {
  method?: string;
  address?: string;
  readonly headers: [name: string, value: string][];
  body?: string;
  bodyIsUnknown: boolean;
}

function callOf(words: readonly string[], program: Program): Call {
  const call: Call = { headers: [], bodyIsUnknown: false };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, option = '', inline] = /^(--?[A-Za-z][\w-]*)(?:=(.*))?$/s.exec(word) ?? [];
    const takes = (options: readonly string[] | undefined): boolean => options?.includes(option) === true;
    const value = inline ?? words[at + 1] ?? '';
    const known = [program.headers, program.method, program.body, program.file, program.address].some(takes);
    if (known && inline === undefined) at += 1;
    if (takes(program.headers)) addHeader(call, value);
    else if (takes(program.method)) call.method = value;
    else if (takes(program.body)) call.body = value;
    else if (takes(program.file)) call.bodyIsUnknown = true;
    else if (takes(program.address)) call.address = value;
    else if (option === '') addWord(call, word, program);
  }
  return call;
}

function addHeader(call: Call, text: string): void {
  const colon = text.indexOf(':');
  if (colon > 0) call.headers.push([text.slice(0, colon).trim(), text.slice(colon + 1).trim()]);
}

function addWord(call: Call, word: string, { hasItems }: Program): void {
  if (/^(?:https?|wss?):\/\//i.test(word)) call.address ??= word;
  else if (hasItems === undefined) return;
  else if (METHOD.test(word) && call.method === undefined) call.method = word;
  else if (call.address === undefined) call.address = /^:/.test(word) ? `http://localhost${word}` : `http://${word}`;
  else if (/^[\w-]+;$/.test(word)) call.headers.push([word.slice(0, -1), '']);
  else if (/^[\w-]+:(?!=)/.test(word)) addHeader(call, word);
  else if (/^[^=:@]+(?::=|=|@)/.test(word)) call.bodyIsUnknown = true;
}

/** @throws ProtocolError `capture-invalid` when the command names no address. */
function captureOf({ method, address = '', headers, body, bodyIsUnknown }: Call, name: string): Capture {
  const target = targetOfUrl(address);
  if (target === undefined) throw captureInvalid(`expected an address in the ${name} command, got none`);
  const hasBody = body !== undefined || bodyIsUnknown;
  return {
    format: 'command',
    method: (method ?? (hasBody ? 'POST' : 'GET')).toUpperCase(),
    path: target,
    headers,
    body: bodyIsUnknown ? undefined : utf8Bytes(body ?? ''),
    notes: bodyIsUnknown
      ? ['the body is built by the program or lies in a file; give its bytes apart to judge its hash']
      : [],
  };
}
