// What is missing is told in words that help whoever holds the report.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { link } from './verification-links.js';

it.each([
  ['certificate', 'expected x.json in the report, got no such file; sign the report with tsi certify'],
  ['results', 'expected x.json in the report, got no such file; get the report whole from whoever signed it'],
] as const)('names a missing file of the %s without the path of this machine', async (name, message) => {
  await expect(link(name, () => readFile('/nowhere/x.json'))).rejects.toMatchObject({ link: name, message });
});
