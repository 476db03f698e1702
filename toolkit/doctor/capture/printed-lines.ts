// Requests in logs that print every line of a head in a form of their own: `socat -v` with a written `\r` at the end of each, the pairs
// of Java's HttpURLConnection, the entries of Faraday.

/** `GET … HTTP/1.1\r`, with the direction and the time before each part. */
export function fromSocat(text: string): string | undefined {
  if (!/^svc-[\w-]+:.*\\r$/im.test(text) || (text.match(/\\r$/gm)?.length ?? 0) < FEWEST) return undefined;
  const lines: string[] = [];
  let isSent = true;
  for (const line of text.split(/\r?\n/)) {
    const direction = /^([<>]) \d{4}\/\d\d\/\d\d .*length=\d+/.exec(line)?.[1];
    if (direction !== undefined) isSent = direction === '>';
    else if (isSent) lines.push(line.replace(/\\r$/, ''));
  }
  return lines.join('\n');
}

/** Lines of a head, at the least. */
const FEWEST = 4;

/** `pairs: {GET /v1/… HTTP/1.1: null}{SVC-API-KEY: …}`; the log holds no body. */
export function fromMessageHeader(text: string): string | undefined {
  const pairs = /MessageHeader@\S* pairs: (\{(?:[A-Z]+) \S+ HTTP\/[\d.]+: null\}.*)/.exec(text)?.[1];
  if (pairs === undefined || !/svc[-_]/i.test(pairs)) return undefined;
  const [first = '', ...headers] = pairs.replace(/^\{|\}\s*$/g, '').split('}{');
  return [first.replace(/: null$/, ''), ...headers, '', ''].join('\n');
}

const FARADAY = /^\w, \[[^\]]*\]\s+\w+ -- (request|response): (.*)$/;

/** Faraday of Ruby: the request line, the headers in quotation marks of its own, and the body, each an entry of the log. */
export function fromFaraday(text: string): string | undefined {
  const entries: { of: string; lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [whole, of = '', first = ''] = FARADAY.exec(line) ?? [];
    if (whole !== undefined) entries.push({ of, lines: [first] });
    else entries.at(-1)?.lines.push(line);
  }
  const [line, headers, ...rest] = entries.filter(({ of }) => of === 'request').map(({ lines }) => lines);
  if (headers === undefined || !headers.some((one) => /^svc[-_]/i.test(one))) return undefined;
  const bare = headers.map((one) => one.replace(/^([\w-]+: )"(.*)"$/, '$1$2'));
  return [...(line ?? []), ...bare, '', ...rest.flat()].join('\n').trimEnd();
}
