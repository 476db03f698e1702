// `tsi keygen` itself.
import { rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { keyIdOf } from '../../../reports/certificate/key-id.js';
import { ensureFolder, unwritable } from '../../../reports/render/atomic-write.js';
import { createSigner, PrivateKey, privateKeyPem, publicKeyPem } from '../../signing/index.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

export async function generateKeys(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const privatePath = resolve(io.cwd, args.text('out') ?? 'certificate-key.pem');
  const publicPath = `${privatePath}.pub`;
  ensureFolder(dirname(privatePath), privatePath);
  const key = PrivateKey.generate();
  const { publicKey } = createSigner(key);
  await writeNew(publicPath, publicKeyPem(publicKey), 0o644);
  await writeNew(privatePath, privateKeyPem(key), 0o600).catch(async (error: unknown) => {
    await rm(publicPath, { force: true });
    throw error;
  });
  io.stdout.write(`private key  ${privatePath}\npublic key   ${publicPath}\nkey id       ${keyIdOf(publicKey)}\n`);
  io.stderr.write('keep the private key secret; whoever verifies needs the public key only\n');
  return EXIT.conformant;
}

async function writeNew(path: string, text: string, mode: number): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', mode });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') {
      throw misuse(`${path} exists; a key is never overwritten, give another --out`, { cause });
    }
    throw unwritable(path, cause);
  }
}
