// Programs that are no clients, as data: each does with what it is told what its body says. None may pass a check, and none may hold up a
// run. They run in Node.js; `seq` and `operation` are those of the question.

const PREAMBLE = `
  const say = (value) => process.stdout.write((typeof value === 'string' ? value : JSON.stringify(value)) + '\\n');
  const capabilities = ['begin', 'place', 'open', 'close', 'cancel', 'outcome', 'view', 'subscribe', 'unsubscribe', 'read', 'history', 'end'];
  const claims = { patienceMs: 50, requestTimeoutMs: 50, concurrent: true, accounts: 2, reconnectWithinMs: 50 };
  const sleep = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  const known = (operation) => capabilities.includes(operation);`;

/** By what it does; the body stands in a listener for questions. */
export const BAD_COMPANY: Readonly<Record<string, string>> = {
  'is idle': '',
  'sleeps at the first question': 'sleep();',
  'sleeps once it has begun':
    "if (operation === 'begin') say({ seq, result: {} }); else if (known(operation)) sleep();",
  'dies at the first question': 'process.exit(3);',
  'dies once it has begun':
    "if (operation === 'begin') say({ seq, result: {} }); else if (known(operation)) process.kill(process.pid, 'SIGKILL');",
  'answers {} to everything': 'say({ seq, result: {} });',
  'answers {} to what there is': 'say(known(operation) ? { seq, result: {} } : { seq, skipped: { message: "no" } });',
  'says success and does nothing':
    "say(known(operation) ? { seq, result: operation === 'view' ? { current: true, orders: [], positions: [] } : { state: 'success' } } : { seq, skipped: {} });",
  'writes half a line': "process.stdout.write('{\"seq\":' + seq + ',\"resu');",
  'writes a line that never ends': "process.stdout.write('x'.repeat(1 << 20));",
  'floods its output': "for (let i = 0; i < 20_000; i += 1) say('noise');",
  'floods its error output': "process.stderr.write('noise '.repeat(1 << 18));",
  'answers what was not asked':
    "say({ seq: seq + 1000, result: { state: 'success' } }); say({ seq: -1, result: {} }); say('[1]'); say('null');",
  'answers with a mountain':
    'say({ seq, result: { current: true, orders: Array.from({ length: 20_000 }, (_, id) => ({ id: String(id) })) } });',
  'answers in depth': "say('{\"seq\":' + seq + ',\"result\":' + '['.repeat(50_000) + ']'.repeat(50_000) + '}');",
  'closes its output': 'process.stdout.end(); process.stdout.destroy();',
  'leaves a child behind': "require('child_process').spawn('sleep', ['300'], { stdio: 'inherit' }); process.exit(0);",
  'does not want to end':
    "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); if (known(operation)) say({ seq, errored: { context: 'no' } });",
};

/** A shell command. */
export function commandOf(body: string): string {
  const program = `${PREAMBLE}
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { cmd, seq, operation } = JSON.parse(line);
      if (cmd === 'start') say({ implementation: 'bad company', language: 'JavaScript', capabilities, claims });
      else if (cmd === 'run') { ${body} }
    });`;
  const encoded = Buffer.from(program).toString('base64');
  return `"${process.execPath}" -e "eval(Buffer.from('${encoded}', 'base64').toString())"`;
}
