// Requests in logs that print every line of a head in a form of their own: `socat -v` with a written `\r` at the end of each, and the pairs
// of Java's HttpURLConnection.

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
