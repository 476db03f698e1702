// The text of a description from a file or an address: bounded in size and time, unsigned, without following a redirect.

import { Pool } from 'undici';
import { whyUnreadable } from '../../base/why-unreadable.js';
import { readRegularFile } from '../../journal/regular-file.js';
import { dispatchRequest } from '../../wire/http/dispatch.js';
import { DESCRIPTION_LIMITS, DescriptionDefect } from './document.js';

const TIMEOUT_MS = 10_000;

/** `source`: an address with http or https, or the absolute path of a file. Rejects with `DescriptionDefect`. */
export async function fetchDescription(source: string, signal?: AbortSignal): Promise<string> {
  return /^https?:\/\//i.test(source) ? fetchText(new URL(source), signal) : readText(source);
}

async function fetchText(url: URL, signal: AbortSignal | undefined): Promise<string> {
  const { bytes } = DESCRIPTION_LIMITS;
  const pool = new Pool(url.origin, { connections: 1, connectTimeout: TIMEOUT_MS, maxResponseSize: bytes });
  try {
    const outcome = await dispatchRequest(
      pool,
      {
        method: 'GET',
        path: `${url.pathname}${url.search}`,
        headers: [
          ['Accept', 'application/json, application/yaml;q=0.9, */*;q=0.1'],
          ['Accept-Encoding', 'identity'],
        ],
        body: new Uint8Array(),
      },
      { timeoutMs: TIMEOUT_MS, maxBodyBytes: bytes, signal },
    );
    if ('failure' in outcome) throw new DescriptionDefect(`${url.href}: cannot be fetched: ${outcome.failure.message}`);
    const { status, bytes: body } = outcome.answer;
    if (status !== 200) throw new DescriptionDefect(`${url.href}: expected HTTP 200, got ${status}`);
    return Buffer.from(body).toString('utf8');
  } finally {
    await pool.destroy();
  }
}

function readText(file: string): string {
  try {
    return readRegularFile(file, { openPipes: 'allowed', mostBytes: DESCRIPTION_LIMITS.bytes }).toString('utf8');
  } catch (cause) {
    throw new DescriptionDefect(`${file}: expected a readable file, got ${whyUnreadable(cause)}`, { cause });
  }
}
