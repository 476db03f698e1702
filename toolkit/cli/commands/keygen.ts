// `tsi keygen`: makes a key pair for certificates.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'keygen',
  summary: 'make an Ed25519 key pair for certificates',
  usage: ['keygen [options]'],
  about: [
    'Writes the private key (PKCS#8 PEM, readable by its owner only) and beside it the public key (SPKI PEM), which is what others ' +
      'need to verify. An existing file is never overwritten.',
  ],
  options: [
    {
      flag: 'out',
      short: 'o',
      value: 'FILE',
      summary: 'the private key (certificate-key.pem); the public one is FILE.pub',
    },
  ],
  examples: [
    { line: 'tsi keygen', summary: 'certificate-key.pem and certificate-key.pem.pub' },
    { line: 'tsi keygen --out ~/keys/release.pem', summary: 'elsewhere' },
  ],
  leavesFiles: true,
  run: async (args, io) => (await import('../report/keygen.js')).generateKeys(args, io),
};
