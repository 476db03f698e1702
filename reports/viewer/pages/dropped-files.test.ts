import { expect, it } from 'vitest';
import { CERTIFICATE_FILE } from '../../model/manifest.js';
import { readDropped } from './dropped-files.js';

const payload = btoa(JSON.stringify({ predicate: { level: 'gold' } }));
const envelope = JSON.stringify({ payloadType: 'x', payload, signatures: [{ keyid: 'abc123', sig: '' }] });

it('finds the certificate in the folder of a report, under the name that it has there', async () => {
  const files = [new File(['{}'], 'junit.xml'), new File([`${envelope}\n`], CERTIFICATE_FILE)];
  const dropped = await readDropped(files, true);
  expect(dropped.defects).toEqual([]);
  expect(dropped.certificates).toMatchObject([{ keyIds: ['abc123'], level: 'gold' }]);
});
