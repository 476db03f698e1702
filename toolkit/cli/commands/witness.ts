// `tsi witness`: a second party's ears between the suite and a target.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'witness',
  summary: 'relay a run as a second party, and sign what crossed',
  usage: ['witness --to URL --key FILE [options]'],
  about: [
    'Whoever is judged holds the evidence, and could invent it. A witness is somebody else: the suite talks to the target through this ' +
      'relay, which hands on every byte as it is, so that signatures stay valid, and records a digest of each request, answer and ' +
      'stream message. On Ctrl-C it signs the record; tsi verify --witness compares it with the journal. One record for one run; a ' +
      'target whose streams have another address needs a second witness for them.',
    'Paths and Host are handed on as the suite sends them: Host names the witness. A target that is told by its name alone is reached by ' +
      'giving the witness that name where the suite runs, with a certificate of it (--tls-cert). No secret enters the record.',
  ],
  positionals: { least: 0, most: 0 },
  options: [
    { flag: 'to', value: 'URL', summary: 'the target, without a path (required); https is TLS towards it' },
    { flag: 'key', short: 'k', value: 'FILE', summary: 'the private key of the witness, see tsi keygen (required)' },
    { flag: 'listen', value: 'PORT', summary: 'where the suite connects, or ADDRESS:PORT (a free port of loopback)' },
    { flag: 'out', short: 'o', value: 'FILE', summary: 'the record (witness.ndjson)' },
    { flag: 'tls-cert', value: 'FILE', summary: 'TLS towards the suite, with this certificate (PEM)' },
    { flag: 'tls-key', value: 'FILE', summary: 'the private key of that certificate (PEM)' },
  ],
  examples: [
    {
      line: 'tsi witness --to https://api.example.test --key witness.pem --listen 9000',
      summary: 'then: tsi certify --base-url http://127.0.0.1:9000 …',
    },
  ],
  leavesFiles: true,
  run: async (args, io) => (await import('../witness/witness-command.js')).witness(args, io),
};
