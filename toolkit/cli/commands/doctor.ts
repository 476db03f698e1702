// `tsi doctor`: why a captured request is refused, stage by stage, or that nothing is wrong with its signature.
import type { Command, CommandIo, ParsedArgs } from '../command.js';
import type { ExitCode } from '../exit-codes.js';

export const command: Command = {
  name: 'doctor',
  summary: 'explain what is wrong with the signature of a captured request',
  usage: ['doctor [FILE] [options]', 'doctor --web'],
  about: [
    'Takes a request from FILE or from standard input as people have it: HTTP text, the output of curl -v or a trace, a command line, "copy ' +
      'as fetch" or "as PowerShell", a HAR file, a log of a library or a gateway, a dump of bytes, JSON, a line of a journal. ' +
      'Prints every stage of its signature, the first cause, the bytes that differ and the fix. Exits 0 when the request is signed ' +
      'correctly, 7 when it is not, and 6 when something could not be judged.',
    'Nothing is sent. Only public keys are needed; those of a profile are derived from its private keys, which are never shown.',
  ],
  positionals: { least: 0, most: 1 },
  options: [
    {
      flag: 'key',
      short: 'k',
      value: '[ID=]KEY',
      many: true,
      summary:
        'a public key: a file or its text (PEM, JWK, JWKS, SSH, DER, base64, hexadecimal), with its identifier if known',
    },
    { flag: 'profile', short: 'p', value: 'FILE', summary: 'take the keys of this profile' },
    { flag: 'body', short: 'b', value: 'FILE', summary: 'the exact bytes of the body, where the capture lacks them' },
    { flag: 'clock', value: 'TIME', summary: "the server's time: Unix milliseconds, ISO 8601, or its Date header" },
    {
      flag: 'window',
      value: 'MS',
      summary: 'the accepted distance from that time (60000; the interface leaves it open)',
    },
    {
      flag: 'format',
      value: 'FORMAT',
      choices: ['http', 'curl', 'command', 'har', 'json', 'journal', 'script', 'text'],
      summary: 'read the capture as this instead of finding out',
    },
    {
      flag: 'entry',
      value: 'N',
      summary: 'which entry of a HAR file, or which of several requests, from 0 (the first signed one)',
    },
    { flag: 'record', value: 'N', summary: 'which record of a whole journal, by its index' },
    { flag: 'json', summary: 'print the diagnosis as one JSON document' },
    { flag: 'web', summary: 'open the doctor as an offline page in the browser' },
  ],
  examples: [
    { line: 'tsi doctor request.txt --key key-1=public.pem', summary: 'a request saved as HTTP text' },
    { line: 'pbpaste | tsi doctor --profile target.yaml', summary: 'a curl command from the clipboard' },
    { line: 'tsi doctor conformance-report/journal.ndjson --record 42', summary: 'a request of a run' },
    { line: 'tsi doctor --web', summary: 'the same as a page that works offline' },
  ],
  run: doctorCommand,
};

async function doctorCommand(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  if (args.on('web')) {
    const { openDoctorPage } = await import('../doctor/open-page.js');
    return openDoctorPage(io);
  }
  const { diagnoseCapture } = await import('../doctor/diagnose-capture.js');
  return diagnoseCapture(args, io);
}
