// A capture from a curl command line, by what curl would send: its own defaults, its way to drop or empty a header, its ways to give
// a body. Nothing is run; a body in a file is unknown.
import type { Capture } from './capture.js';
import { captureInvalid, targetOfUrl, utf8Bytes } from './capture.js';
import { cmdWords, isCmd } from './cmd-words.js';
import { headersAlone } from './headers-alone.js';
import { standardInput } from './shell-input.js';
import { isVariable, withAssigned } from './shell-variables.js';
import { shellWords } from './shell-words.js';

/** At the start of a line, behind a prompt, or behind a pipe from what prints its body. */
const START = /(?:^|\n|\|)[ \t]*(?:\S{0,60}[$#>%][ \t]+)?curl(?:\.exe)?[ \t]/;

export function looksLikeCurl(text: string): boolean {
  return START.test(text);
}

/** The command alone: from the word curl to the end of its last line, which is the first one that does not go on. */
function startOf(text: string): number {
  const start = START.exec(text);
  return start === null ? 0 : start.index + start[0].search(/curl(?:\.exe)?[ \t]/);
}

/** Options of curl that take a value which does not matter here. */
const WITH_VALUE: ReadonlySet<string> = new Set(
  `-A --user-agent -b --cookie -c --cookie-jar -C --continue-at -D --dump-header -e --referer -E --cert -F --form -K --config -m --max-time
  -o --output -Q --quote -r --range -t --telnet-option -T --upload-file -u --user -U --proxy-user -w --write-out -x --proxy -y --speed-time
  -Y --speed-limit -z --time-cond --cacert --capath --cert-type --ciphers --connect-timeout --connect-to --interface --key --key-type
  --limit-rate --local-port --max-filesize --max-redirs --noproxy --pass --proto --resolve --retry --retry-delay --retry-max-time --socks5
  --socks5-hostname --stderr --tls-max --trace --trace-ascii --unix-socket --oauth2-bearer --http2-prior-knowledge`
    .split(/\s+/)
    .filter((word) => word !== '--http2-prior-knowledge'),
);

const DATA = new Set(['-d', '--data', '--data-ascii', '--data-raw', '--data-binary', '--data-urlencode', '--json']);
const SHORT_WITH_VALUE = 'AbcCDeEFHKmoQrtTuUwxXyYzd';

interface CurlCall {
  method?: string;
  url?: string;
  isHead: boolean;
  isGet: boolean;
  /** Whether "/../" goes out as it is written. */
  isAsIs: boolean;
  readonly headers: [name: string, value: string][];
  readonly dropped: string[];
  readonly data: string[];
  bodyIsUnknown: boolean;
  isJson: boolean;
  readonly notes: string[];
}

/** @throws ProtocolError `capture-invalid` when the command names no URL or is cut off. */
export function readCurl(text: string): Capture {
  const start = startOf(text);
  const command = text.slice(start);
  const words = isCmd(command) ? cmdWords(command) : shellWords(command);
  const call: CurlCall = {
    isHead: false,
    isGet: false,
    isAsIs: false,
    headers: [],
    dropped: [],
    data: [],
    bodyIsUnknown: false,
    isJson: false,
    notes: [],
  };
  for (const [option, value] of options(words.slice(1))) {
    const isTold = option === '--url' || /^svc-/i.test(value);
    apply(call, option, isTold ? withAssigned(value, text.slice(0, start)) : value, () => standardInput(text, start));
  }
  const target =
    call.url === undefined ? undefined : targetOfUrl(/^[a-z]+:\/\//i.test(call.url) ? call.url : `http://${call.url}`);
  if (target === undefined) throw captureInvalid('expected a URL in the curl command, got none');
  // Tools print commands without quotation marks, too: what a shell would make of them is said, and not judged.
  if (!isCmd(command) && UNQUOTED.test(command)) call.notes.push(CUT_BY_SHELL);
  const sent = captureOf(call, target);
  const capture = isVariable(call.url ?? '') ? { ...sent, ...headersAlone(sent.headers, sent) } : sent;
  const isShort = call.dropped.length > 0 && GENERATED.test(text.slice(0, start + 400));
  return isShort ? { ...capture, lacksHeaders: true, notes: [...capture.notes, BY_A_TOOL] } : capture;
}

const UNQUOTED = /\s(?:https?|wss?):\/\/[^\s'"\\]*[^\s'"\\^]&/;
const CUT_BY_SHELL = 'the URL is not quoted: a shell ends the command at its first "&"';

/** As Alamofire, Postman and Insomnia write down the requests that they make themselves. */
const GENERATED =
  /(?:^|\n)\$ curl -v \\\r?\n\s+-X|\bcurl --location (?:--request [A-Z]+ |--globoff )*'|\bcurl --request [A-Z]+ \\\r?\n\s+--url /;
const BY_A_TOOL = 'the command looks as if a tool had written it: its own request may have carried the empty header';

/** Options with their values; a bare word is the URL. */
function* options(words: readonly string[]): Generator<readonly [option: string, value: string]> {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const next = words[at + 1] ?? '';
    const [long = '', inline] = word.startsWith('--')
      ? [word.split('=', 1)[0], word.split('=').slice(1).join('=')]
      : [];
    if (word.startsWith('--')) {
      const takes = WITH_VALUE.has(long) || DATA.has(long) || ['--header', '--request', '--url'].includes(long);
      const isInline = word.includes('=');
      yield [long, takes && !isInline ? next : (inline ?? '')];
      at += takes && !isInline ? 1 : 0;
    } else if (/^-[A-Za-z]/.test(word)) {
      const cluster = valueFlag(word);
      yield* [...word.slice(1, cluster)].map((flag) => [`-${flag}`, ''] as const);
      if (cluster < word.length) {
        const attached = word.slice(cluster + 1);
        yield [`-${word.charAt(cluster)}`, attached === '' ? next : attached];
        at += attached === '' ? 1 : 0;
      }
    } else {
      yield ['--url', word];
    }
  }
}

/** Where in a cluster of short options the one with a value stands; its length when there is none. */
function valueFlag(word: string): number {
  for (let at = 1; at < word.length; at += 1) {
    if (SHORT_WITH_VALUE.includes(word.charAt(at))) return at;
  }
  return word.length;
}

function apply(call: CurlCall, option: string, value: string, input: () => string | undefined): void {
  if (option === '-X' || option === '--request') {
    call.method = value;
  } else if (option === '-H' || option === '--header') {
    addHeader(call, value);
  } else if (option === '--url') {
    call.url ??= value;
  } else if (option === '-G' || option === '--get') {
    call.isGet = true;
  } else if (option === '--path-as-is') {
    call.isAsIs = true;
  } else if (option === '-I' || option === '--head') {
    call.isHead = true;
  } else if (DATA.has(option)) {
    addData(call, option, value, input);
  } else if (option === '-F' || option === '--form' || option === '-T' || option === '--upload-file') {
    call.bodyIsUnknown = true;
    call.notes.push('the body is a form or a file; give its bytes apart to judge the body hash');
  }
}

/** `Name: value` adds, `Name;` sends an empty header, `Name:` keeps curl from sending it at all. */
function addHeader(call: CurlCall, text: string): void {
  if (text.startsWith('@')) {
    call.notes.push('headers are read from a file, which is not known here');
    return;
  }
  const match = /^([^\s:;]+)(\s*)([:;])\s*(.*)$/s.exec(text);
  const [, bare = text, blank = '', separator = '', value = ''] = match ?? [];
  // curl sends the blank too, with which the name is another one.
  const name = bare + blank;
  if (separator === ';' && value === '') {
    call.headers.push([name, '']);
  } else if (separator === ':' && value.trim() !== '') {
    call.headers.push([name, value.trim()]);
  } else {
    call.dropped.push(name);
    call.notes.push(`curl sends no header for "${name}:" without a value; write "${name};" to send it empty`);
  }
}

function addData(call: CurlCall, option: string, value: string, input: () => string | undefined): void {
  call.isJson ||= option === '--json';
  const piped = value === '@-' && option !== '--data-raw' ? input() : undefined;
  if (piped !== undefined) {
    // Of a file, and so of its input, -d leaves out the line breaks.
    call.data.push(/^(?:-d|--data|--data-ascii)$/.test(option) ? piped.replace(/[\r\n]/g, '') : piped);
    return;
  }
  if (value.startsWith('@') && option !== '--data-raw') {
    call.bodyIsUnknown = true;
    call.notes.push(`the body is in the file ${JSON.stringify(value.slice(1))}; give it apart to judge the body hash`);
    if (option === '-d' || option === '--data' || option === '--data-ascii') {
      call.notes.push(`curl ${option} strips line breaks from a file; --data-binary sends it as it is`);
    }
  } else if (option === '--data-urlencode') {
    call.data.push(urlEncoded(value));
  } else {
    call.data.push(value);
  }
}

function urlEncoded(value: string): string {
  const at = value.indexOf('=');
  return at === -1
    ? encodeURIComponent(value)
    : `${value.slice(0, at)}${at === 0 ? '' : '='}${encodeURIComponent(value.slice(at + 1))}`;
}

function captureOf(call: CurlCall, target: string): Capture {
  const data = call.data.join(call.isJson ? '' : '&');
  const isInQuery = call.isGet && call.data.length > 0;
  const hasBody = !call.isGet && (call.data.length > 0 || call.bodyIsUnknown);
  const plain = call.isAsIs ? target : withoutDots(target);
  const path = isInQuery ? `${plain}${plain.includes('?') ? '&' : '?'}${data}` : plain;
  const method = call.method ?? (call.isHead ? 'HEAD' : hasBody ? 'POST' : 'GET');
  return {
    format: 'curl',
    method,
    path,
    headers: call.headers.filter(([name]) => !call.dropped.includes(name)),
    body: call.bodyIsUnknown ? undefined : utf8Bytes(hasBody ? data : ''),
    notes: [...call.notes, ...urlNotes(call.url ?? '')],
  };
}

/** As curl sends a path: "/./" left out, "/../" with the segment before it. */
function withoutDots(target: string): string {
  const [, path = target, rest = ''] = /^([^?]*)(.*)$/s.exec(target) ?? [];
  if (!/\/\.{1,2}(?:\/|$)/.test(path)) return target;
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [at, segment] of segments.entries()) {
    const isDots = segment === '.' || segment === '..';
    if (segment === '..') kept.pop();
    if (!isDots) kept.push(segment);
    // The slash in front of the last dots stays.
    else if (at === segments.length - 1) kept.push('');
  }
  return `/${kept.join('/')}${rest}`;
}

function urlNotes(url: string): readonly string[] {
  return [
    ...(/\/\.\.?(?:\/|$|\?)/.test(url) ? ['curl resolves "/../" in a path unless --path-as-is is given'] : []),
    ...(/[[\]{}]/.test(url) ? ['curl expands [ ] and { } in a URL unless -g is given'] : []),
    ...(/ /.test(url) ? ['the URL holds a blank, which curl does not encode'] : []),
  ];
}
