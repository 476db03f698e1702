// `tsi witness` itself: a second party between the suite and the target, who records what crosses and signs the record at the end.
import { dirname, resolve } from 'node:path';
import { keyIdOf } from '../../../reports/certificate/key-id.js';
import { ensureFolder } from '../../../reports/render/atomic-write.js';
import { WitnessWriter } from '../../../reports/witness/write-record.js';
import { messageOf } from '../../base/message-of.js';
import { argumentFile } from '../argument-file.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { signerFrom } from '../report/key-files.js';
import { type Relay, startRelay } from './relay.js';

export async function witness(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const target = targetOf(args);
  const place = placeOf(args);
  const signer = signerFrom(args, io);
  const tls = tlsOf(args, io);
  const path = resolve(io.cwd, args.text('out') ?? 'witness.ndjson');
  const writer = writerTo(path, target);
  let relay: Relay;
  try {
    relay = await startRelay({
      ...place,
      target,
      ...(tls !== undefined && { tls }),
      note: (one) => writer.append(one),
    });
  } catch (cause) {
    writer.discard();
    throw misuse(`--listen ${args.text('listen') ?? ''}: ${messageOf(cause)}`, { cause });
  }
  const host = place.host.includes(':') ? `[${place.host}]` : place.host;
  io.stderr.write(`Witness with key ${keyIdOf(signer.publicKey)}
  target  ${target.origin}
  here    ${tls === undefined ? 'http' : 'https'}://${host}:${relay.port}  (the address for --base-url; one run for one record)
  record  ${path}
Ctrl-C ends it, and signs the record.
`);
  await aborted(io.signal);
  relay.close();
  const { entries, whole } = writer.close(signer, [...relay.certificates]);
  io.stdout.write(`${path}: ${entries} entries, signed\n`);
  if (whole) return EXIT.conformant;
  io.stderr.write('the record is not whole: it reached its bound, and nobody will accept it\n');
  return EXIT.suiteError;
}

function targetOf(args: ParsedArgs): URL {
  const text = args.text('to');
  if (text === undefined) throw args.misuse('--to is needed: the address of the target, https://api.example.test say');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
  if (!isOrigin || url.username !== '' || url.hash !== '') {
    throw args.misuse(
      `--to is http://HOST:PORT or https://HOST:PORT without a path, since paths are not changed; got ${text}`,
    );
  }
  return url;
}

function placeOf(args: ParsedArgs): { readonly host: string; readonly port: number } {
  const text = args.text('listen') ?? '0';
  const [, host = '127.0.0.1', digits = ''] = /^(?:\[?([^[\]]+?)\]?:)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535) throw args.misuse(`--listen is PORT or ADDRESS:PORT; got ${text}`);
  return { host, port };
}

function tlsOf(args: ParsedArgs, io: CommandIo): { readonly cert: Buffer; readonly key: Buffer } | undefined {
  const [cert, key] = [args.text('tls-cert'), args.text('tls-key')];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw args.misuse('--tls-cert and --tls-key belong together');
  return { cert: argumentFile(io, '--tls-cert', cert), key: argumentFile(io, '--tls-key', key) };
}

function writerTo(path: string, target: URL): WitnessWriter {
  try {
    ensureFolder(dirname(path), path);
    return new WitnessWriter(path, target.origin);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') {
      throw misuse(`${path} exists; a record is never overwritten, give another --out`, { cause });
    }
    throw misuse(`${path} cannot be written: ${messageOf(cause)}`, { cause });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}
