import { expect, test } from 'vitest';
import { diagnose } from '../diagnose.js';
import { NOW_MS, native } from './captures.test.aid.js';
import { cmdWords } from './cmd-words.js';
import { bodyOf, order, raw, read } from './forms.test.aid.js';
import { readCapture } from './read-capture.js';
import { shellWords } from './shell-words.js';

const verdictOf = (text: string): string =>
  diagnose(readCapture(Buffer.from(text)), { ...native, clockMs: NOW_MS }).verdict;
const quoted = (text: string): string => `'${text}'`;
const curl = (data: string): string =>
  [
    'curl https://h.example/v1/trading/accounts/42/orders -X POST',
    ...order.headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `${data} @-`,
  ].join(' \\\n  ');
const body = bodyOf(order);

test.each([
  ['echo -n', `echo -n ${quoted(body)} | ${curl('--data-binary')}`],
  ['printf', `printf '%s' ${quoted(body)} | \\\n  ${curl('--data-binary')}`],
  ['printf of a plain text', `printf ${quoted(body)} | ${curl('--data-binary')}`],
  ['echo, of which -d leaves the line break out', `echo ${quoted(body)} | ${curl('-d')}`],
  ['a here document, of which -d leaves it out', `${curl('-d')} <<'EOF'\n${body}\nEOF\n`],
  ['a here string, of which -d leaves it out', `${curl('-d')} <<< ${quoted(body)}`],
])('the body that a shell hands in by %s is known', (_name, text) => {
  expect(verdictOf(text)).toBe('correct');
});

test('a line break that the shell adds is a part of the body', () => {
  expect(verdictOf(`echo ${quoted(body)} | ${curl('--data-binary')}`)).toBe('broken');
  expect(verdictOf(`${curl('--data-binary')} <<EOF\n${body}\nEOF\n`)).toBe('broken');
});

test('the body that a program writes is not known', () => {
  expect(verdictOf(`jq -c . order.json | ${curl('--data-binary')}`)).toBe('undecided');
});

const table = `$h = @{\n${order.headers.map(([name, value]) => `  "${name}" = "${value}"`).join('\n')}\n}\n`;
const uri = "'https://h.example/v1/trading/accounts/42/orders'";
test.each([
  [
    'a variable',
    `${table}$json = ${quoted(body)}\nInvoke-RestMethod -Uri ${uri} -Method Post -Headers $h -Body $json\n`,
  ],
  ['a here-string', `${table}$json = @'\n${body}\n'@\nirm -Uri ${uri} -Method POST -Headers $h -Body $json`],
  [
    'a table handed over whole',
    `${table}$body = ${quoted(body)}\n$call = @{\n  Uri = ${uri}\n  Method = 'Post'\n  Headers = $h\n  Body = $body\n}\nInvoke-RestMethod @call`,
  ],
])('PowerShell with its body in %s is read', (_name, text) => {
  expect(verdictOf(text)).toBe('correct');
});

test('a body that PowerShell makes is not known', () => {
  expect(verdictOf(`${table}irm -Uri ${uri} -Method Post -Headers $h -Body ($order | ConvertTo-Json)`)).toBe(
    'undecided',
  );
  expect(verdictOf(`${table}irm -Uri ${uri} -Method Post -Headers $h -InFile order.json`)).toBe('undecided');
});

test('variables of a file of requests are filled in', () => {
  const target = `GET ${read.path}`;
  expect(
    verdictOf(`@host = https://h.example\n\n### limits\n${raw(read).replace(target, `GET {{host}}${read.path}`)}`),
  ).toBe('correct');
  expect(verdictOf(raw(read).replace(target, `GET {{baseUrl}}${read.path}`))).toBe('correct');
  const [, value = ''] = read.headers.find(([name]) => name === 'SVC-API-KEY') ?? [];
  expect(verdictOf(`@key = ${value}\n${raw(read).replace(`KEY: ${value}`, 'KEY: {{key}}')}`)).toBe('correct');
});

test('a command that names its address first is no request line', () => {
  const text = curl('--data-raw').replace('@-', quoted(body)).replaceAll(' \\\n  ', ' ');
  expect(verdictOf(text)).toBe('correct');
});

const lined = raw(read).replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
const escaped = lined.replaceAll('\r\n', '\\r\\n');
const middle = escaped.indexOf('SVC-DATA');
test.each([
  ['printf, with its percent signs doubled', `printf '${escaped.replaceAll('%', '%%')}' | nc h.example 80`],
  ['printf in double quotes', `$ printf "${escaped.replaceAll('%', '%%').replaceAll('"', '\\"')}"|nc h.example 80`],
  ['printf of a value', `printf '%s\\r\\n' ${lined.split('\r\n').map(quoted).join(' ')} | nc h.example 80`],
  ['printf of %b', `printf '%b' '${escaped}' | openssl s_client -quiet -connect h.example:443`],
  ['echo -e', `echo -ne '${escaped}' | ncat h.example 80`],
  ['echo of dash', `echo '${escaped}' > /dev/tcp/h.example/80`],
  [
    'two commands',
    `(echo -ne '${escaped.slice(0, middle)}'; printf '${escaped.slice(middle).replaceAll('%', '%%')}') | nc h 80`,
  ],
  ["a here string of $'..'", `nc h.example 80 <<< $'${escaped.replace(/(?:\\r\\n)+$/, '\\r\\n\\r')}'`],
  ['a here document', `cat <<'EOF' | nc h.example 80\n${lined}\nEOF\n`],
  ['an indented here document', `nc h.example 80 <<-EOF\n\t${lined.replaceAll('\r\n', '\n\t')}\n\tEOF\n`],
])('a request that a shell writes by %s is read', (_name, text) => {
  expect(readCapture(Buffer.from(text)).path).toBe(read.path);
  expect(verdictOf(text)).toBe('correct');
});

const spaced = read.headers.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
test.each([
  ['a backslash and a prompt', `$ curl -s ${quoted(`https://h.example${read.path}`)} \\\n> ${spaced.join(' \\\n> ')}`],
  ['a file that is written to', `curl ${quoted(`https://h.example${read.path}`)} ${spaced.join(' ')} > out.json 2>&1`],
])('a command that goes on behind %s is read', (_name, text) => {
  expect(verdictOf(text)).toBe('correct');
});

test.each([
  ['bytes in hexadecimal', `$'${body.replaceAll("'", "\\'").replaceAll('-', '\\x2d')}'`],
  ['octal digits', `$'${body.replaceAll("'", "\\'").replaceAll('-', '\\055')}'`],
  ['double quotes', `"${body.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '\\$')}"`],
])('a body in %s is read', (_name, data) => {
  expect(verdictOf(curl('--data-raw').replace('@-', () => data))).toBe('correct');
});

test('letters beyond ASCII in escaped bytes are decoded together', () => {
  expect(shellWords("$'Gr\\xc3\\xbc\\303\\237e \\u00fc'")).toEqual(['Gr\u00fc\u00dfe \u00fc']);
  expect(cmdWords('curl "https://h/a?b=1%%2F2"')).toEqual(['curl', 'https://h/a?b=1%2F2']);
  expect(cmdWords('curl "https://h/a?b=1%2F2"')).toEqual(['curl', 'https://h/a?b=1%2F2']);
});

const headers = read.headers.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
const address = `https://h.example${read.path}`;

test.each([
  ['a POSIX shell', `URL='${address}'\ncurl "$URL" ${headers.join(' ')}`],
  ['fish', `set -l url '${address}'\ncurl $url ${headers.join(' ')}`],
])('an address in a variable of %s is known', (_name, text) => {
  expect(verdictOf(text)).toBe('correct');
});

test('an address in a variable that is assigned nowhere is not judged', () => {
  const { stages } = diagnose(readCapture(Buffer.from(`curl "$URL" ${headers.join(' ')}`)), {
    ...native,
    clockMs: NOW_MS,
  });
  expect(stages.filter(({ state }) => state === 'broken')).toEqual([]);
  expect(stages.find(({ stage }) => stage === 'path')?.state).toBe('unknown');
});

test('blanks that are escaped are those of a POSIX shell', () => {
  const escaped = read.headers.map(([name, value]) => `-H ${value === '' ? `${name}\\;` : `${name}:\\ ${value}`}`);
  expect(verdictOf(`curl ${escaped.join(' ')} -H "X-Note: \\"a\\"" '${address}'`)).toBe('correct');
});

test('texts side by side in brackets are one', () => {
  const dictionary = read.headers.map(([name, value]) => {
    const parts = value.match(/.{1,60}/g) ?? [''];
    return `'${name}': ${parts.length === 1 ? quoted(value) : `(${parts.map(quoted).join('\n ')})`}`;
  });
  expect(
    verdictOf(`{'method': 'GET', 'url': '${address}', 'headers': {${dictionary.join(',\n')}}, 'body': None}`),
  ).toBe('correct');
});
