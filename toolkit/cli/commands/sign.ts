// `tsi sign`: the six headers of one request, as headers, a curl command, raw HTTP or JSON.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'sign',
  summary: 'sign one request and print its headers, a curl or wscat command, raw HTTP or JSON',
  usage: ['sign METHOD PATH --key-file FILE --api-key ID [options]', 'sign METHOD PATH --profile FILE [options]'],
  about: [
    'PATH is the path with the query exactly as it will be sent; nothing in it is changed. A whole URL may stand in its place.',
    'Nothing is sent. A signature is good for as long as the server accepts its timestamp, so sign again for every request.',
  ],
  positionals: { least: 2, most: 2 },
  options: [
    {
      flag: 'key-file',
      short: 'k',
      value: 'FILE',
      summary: 'the private key: PKCS#8 PEM, JWK, or a seed in base64url or hexadecimal',
    },
    { flag: 'api-key', value: 'ID', summary: 'the public identifier of the key, for SVC-API-KEY' },
    { flag: 'profile', short: 'p', value: 'FILE', summary: 'take key, identifier and address from this profile' },
    { flag: 'role', value: 'ROLE', summary: 'which key of the profile (main)' },
    { flag: 'body', short: 'b', value: 'FILE', summary: 'the exact body; - for standard input' },
    { flag: 'body-text', value: 'TEXT', summary: 'the body as text' },
    { flag: 'idempotency-key', value: 'KEY', summary: 'empty for a GET and a fresh UUID otherwise, when left out' },
    { flag: 'timestamp', value: 'MS', summary: 'Unix milliseconds; now, when left out' },
    { flag: 'base-url', value: 'URL', summary: 'where the request goes, for curl and http' },
    {
      flag: 'format',
      short: 'f',
      value: 'FORMAT',
      choices: ['headers', 'curl', 'http', 'json', 'wscat'],
      summary: 'what to print (headers)',
    },
    { flag: 'explain', summary: 'also print every stage of the signature on stderr' },
  ],
  examples: [
    {
      line: 'tsi sign GET /v1/configuration/accounts/1000042/limits -k key.pem --api-key key-1',
      summary: 'the headers',
    },
    {
      line: 'tsi sign POST /v1/trading/accounts/1000042/orders -p target.yaml --body order.json -f curl',
      summary: 'a curl command',
    },
    { line: 'tsi sign GET /v1/x?b=2 -p target.yaml --explain', summary: 'how the signature comes about' },
  ],
  run: async (args, io) => (await import('../sign/sign-command.js')).signCommand(args, io),
};
