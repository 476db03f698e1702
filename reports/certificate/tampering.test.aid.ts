// What somebody without the key can do to a certified report, with the link of the chain at which each attempt breaks.
import { cpSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signer, stranger } from './certified.test.aid.js';
import { signEnvelope } from './dsse.js';
import { edit, flipByte, lineOf, type Tampering, text, withEnvelope, withPayload } from './edits.test.aid.js';

/** `other` is the folder of another certified report, whose run failed. */
export const byStrangers = (other: string): readonly Tampering[] => [
  [
    'no certificate',
    'certificate',
    /got no such file; sign the report/,
    (dir) => rmSync(join(dir, 'certificate.intoto.jsonl')),
  ],
  [
    'an empty certificate',
    'certificate',
    /expected two lines, got 0/,
    (dir) => writeFileSync(join(dir, 'certificate.intoto.jsonl'), ''),
  ],
  [
    'one statement only',
    'certificate',
    /expected two lines, got 1/,
    (dir) => writeFileSync(join(dir, 'certificate.intoto.jsonl'), `${lineOf(dir, 0)}\n`),
  ],
  [
    'a third statement',
    'certificate',
    /expected two lines, got 3/,
    (dir) =>
      writeFileSync(
        join(dir, 'certificate.intoto.jsonl'),
        `${text(dir, 'certificate.intoto.jsonl')}${lineOf(dir, 0)}\n`,
      ),
  ],
  ['a cut certificate', 'certificate', /./, edit('certificate.intoto.jsonl', (one) => one.slice(0, -40))],
  [
    'statements swapped',
    'statements',
    /predicateType is .*level:1/,
    (dir) => writeFileSync(join(dir, 'certificate.intoto.jsonl'), `${lineOf(dir, 1)}\n${lineOf(dir, 0)}\n`),
  ],
  [
    'the first statement twice',
    'statements',
    /predicateType is .*test-result/,
    (dir) => writeFileSync(join(dir, 'certificate.intoto.jsonl'), `${lineOf(dir, 0)}\n${lineOf(dir, 0)}\n`),
  ],
  [
    'an envelope that is no JSON',
    'certificate',
    /not strict JSON/,
    edit('certificate.intoto.jsonl', (one) => one.replace('{', '[')),
  ],
  [
    'a doubled member in an envelope',
    'certificate',
    /not strict JSON/,
    edit('certificate.intoto.jsonl', (one) => one.replace('{', '{"payload":"e30=",')),
  ],
  [
    'an envelope without payload',
    'certificate',
    /has no payload/,
    withEnvelope(0, ({ payload: _payload, ...rest }) => rest),
  ],
  [
    'an envelope without signature',
    'certificate',
    /has no signature/,
    withEnvelope(0, (envelope) => ({ ...envelope, signatures: [] })),
  ],
  [
    'another payload type',
    'certificate',
    /holds text\/plain/,
    withEnvelope(0, (envelope) => ({ ...envelope, payloadType: 'text/plain' })),
  ],
  [
    'a payload in base64url',
    'certificate',
    /not base64/,
    withEnvelope(0, (envelope) => ({ ...envelope, payload: String(envelope['payload']).replace(/[A-Za-z]/, '-') })),
  ],
  [
    'a payload with junk',
    'certificate',
    /not base64/,
    withEnvelope(0, (envelope) => ({ ...envelope, payload: `${envelope['payload']} ` })),
  ],
  [
    'a flipped signature',
    'signature',
    /not made with this key/,
    withEnvelope(0, (envelope) => ({
      ...envelope,
      signatures: [{ keyid: '', sig: Buffer.alloc(64, 7).toString('base64') }],
    })),
  ],
  [
    'the signature of the other statement',
    'signature',
    /not made with this key/,
    (dir) => {
      const { signatures } = JSON.parse(lineOf(dir, 1));
      withEnvelope(0, (envelope) => ({ ...envelope, signatures }))(dir);
    },
  ],
  [
    'a signature over the payload without its type',
    'signature',
    /not made with this key/,
    withEnvelope(0, (envelope) => ({
      ...envelope,
      signatures: [
        {
          keyid: 'x',
          sig: Buffer.from(signer.sign(Buffer.from(String(envelope['payload']), 'base64'))).toString('base64'),
        },
      ],
    })),
  ],
  [
    'a signature by a stranger under the right keyid',
    'signature',
    /not made with this key/,
    withEnvelope(0, (envelope) => {
      const [own] = envelope['signatures'] as { keyid: string }[];
      return signEnvelope(stranger, own?.keyid ?? '', Buffer.from(String(envelope['payload']), 'base64'));
    }),
  ],
  [
    'FAILED made PASSED',
    'signature',
    /what it signs was changed/,
    (dir) => {
      cpSync(other, dir, { recursive: true });
      withPayload(0, (one) => one.replace('"FAILED"', '"PASSED"'))(dir);
    },
  ],
  [
    'another subject',
    'signature',
    /what it signs was changed/,
    withPayload(0, (one) => one.replace('"subject"', '"subjekt"')),
  ],
  [
    'a test renamed in the statement',
    'signature',
    /./,
    withPayload(0, (one) => one.replace('auth.rule-0/case-0', 'auth.rule-0/case-1')),
  ],
  [
    'a reason of an undecided check',
    'signature',
    /./,
    withPayload(0, (one) => one.replace('expected a refusal', 'expected a welcome')),
  ],
  [
    'an extended deadline',
    'signature',
    /what it signs was changed/,
    withPayload(1, (one) => one.replace('"validUntil":"2026', '"validUntil":"2036')),
  ],
  [
    'a raised level',
    'signature',
    /what it signs was changed/,
    withPayload(1, (one) => one.replace('"level":"provisional"', '"level":"complete"')),
  ],
  [
    'the level of another policy',
    'signature',
    /./,
    withPayload(1, (one) => one.replace('tsi-conformance levels 2', 'my levels')),
  ],
  ['white space in a statement', 'signature', /./, withPayload(0, (one) => `${one} `)],
  ['no manifest', 'manifest', /got no such file; get the report whole/, (dir) => rmSync(join(dir, 'manifest.json'))],
  [
    'a manifest with another digest',
    'manifest',
    /not the one that was signed/,
    edit('manifest.json', (one) =>
      one.replace(/"sha256": "./, '"sha256": "0').replace(/"sha256": "0(.)/, '"sha256": "1$1'),
    ),
  ],
  [
    'white space in the manifest',
    'manifest',
    /not the one that was signed/,
    edit('manifest.json', (one) => `${one}\n`),
  ],
  [
    'a file taken off the manifest',
    'manifest',
    /./,
    edit('manifest.json', (one) => one.replace('"summary.md"', '"summary.txt"')),
  ],
  [
    'an edited results.json',
    'files',
    /results\.json has/,
    edit('results.json', (one) => one.replace('"pass"', '"fail"').replace('\n', '\n\n')),
  ],
  ['one bit of results.json', 'files', /results\.json has other content/, flipByte('results.json')],
  ['one bit of the journal', 'files', /journal\.ndjson has other content/, flipByte('journal.ndjson')],
  ['one bit of junit.xml', 'files', /junit\.xml/, flipByte('junit.xml')],
  ['one bit of ctrf.json', 'files', /ctrf\.json/, flipByte('ctrf.json')],
  ['one bit of summary.md', 'files', /summary\.md/, flipByte('summary.md')],
  ['one bit of index.html', 'files', /index\.html/, flipByte('index.html')],
  [
    'a truncated journal',
    'files',
    /journal\.ndjson has \d+ bytes/,
    edit('journal.ndjson', (one) => one.slice(0, -200)),
  ],
  [
    'a journal without its footer',
    'files',
    /journal\.ndjson/,
    edit('journal.ndjson', (one) => `${one.split('\n').slice(0, -2).join('\n')}\n`),
  ],
  [
    'reordered records',
    'files',
    /journal\.ndjson has other content/,
    edit('journal.ndjson', (one) => {
      const lines = one.split('\n');
      [lines[4], lines[5]] = [lines[5] ?? '', lines[4] ?? ''];
      return lines.join('\n');
    }),
  ],
  [
    'an added record',
    'files',
    /journal\.ndjson/,
    edit('journal.ndjson', (one) => one.replace('\n', `\n${one.split('\n')[1]}\n`)),
  ],
  ['a missing journal', 'files', /journal\.ndjson is missing/, (dir) => rmSync(join(dir, 'journal.ndjson'))],
  ['a missing page', 'files', /index\.html is missing/, (dir) => rmSync(join(dir, 'index.html'))],
  ['an added file', 'files', /notes\.txt was added/, (dir) => writeFileSync(join(dir, 'notes.txt'), 'trust me')],
  [
    'files swapped with each other',
    'files',
    /./,
    (dir) => {
      renameSync(join(dir, 'junit.xml'), join(dir, 'x'));
      renameSync(join(dir, 'ctrf.json'), join(dir, 'junit.xml'));
      renameSync(join(dir, 'x'), join(dir, 'ctrf.json'));
    },
  ],
  [
    'results of another run',
    'files',
    /results\.json/,
    (dir) => cpSync(join(other, 'results.json'), join(dir, 'results.json')),
  ],
  [
    'the certificate of another run',
    'manifest',
    /not the one that was signed/,
    (dir) => cpSync(join(other, 'certificate.intoto.jsonl'), join(dir, 'certificate.intoto.jsonl')),
  ],
  [
    'certificate and manifest of another run',
    'files',
    /./,
    (dir) => {
      for (const name of ['certificate.intoto.jsonl', 'manifest.json']) cpSync(join(other, name), join(dir, name));
    },
  ],
  [
    'a folder in place of a file',
    'files',
    /summary\.md is not a file/,
    (dir) => {
      rmSync(join(dir, 'summary.md'));
      cpSync(other, join(dir, 'summary.md'), { recursive: true });
    },
  ],
  [
    'a manifest that is a link',
    'files',
    /manifest\.json is not a file/,
    (dir) => {
      renameSync(join(dir, 'manifest.json'), `${dir}-manifest`);
      symlinkSync(`${dir}-manifest`, join(dir, 'manifest.json'));
    },
  ],
];
