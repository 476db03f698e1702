// `tsi run --watch`: when a run is worth repeating: a file that it rests on changes, or the target answers again after it did not.
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { connect } from 'node:net';
import { pause } from '../../wire/pause.js';

const POLL_MS = 300;
/** An editor writes a file in several steps. */
const SETTLE_MS = 200;

/** Resolves to what happened; undefined when `signal` aborts first. */
export async function nextReason(
  files: readonly string[],
  baseUrl: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  try {
    const waits = [changed(files, both), ...(baseUrl === undefined ? [] : [answersAgain(baseUrl, both)])];
    const reason = await Promise.race(waits);
    if (reason !== undefined) await pause(SETTLE_MS, signal);
    return signal.aborted ? undefined : reason;
  } catch {
    return undefined;
  } finally {
    stop.abort();
  }
}

function changed(files: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const watchers: FSWatcher[] = files
      .filter((file) => existsSync(file))
      .map((file) => watch(file, { recursive: true }, () => resolve(`${file} changed`)).on('error', () => undefined));
    const end = (): void => {
      for (const watcher of watchers) watcher.close();
      resolve(undefined);
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

async function answersAgain(baseUrl: string, signal: AbortSignal): Promise<string | undefined> {
  let wasDown = false;
  while (!signal.aborted) {
    const isUp = await isListening(baseUrl);
    if (isUp && wasDown) return `${baseUrl} answers again`;
    wasDown = !isUp;
    await pause(POLL_MS, signal).catch(() => undefined);
  }
  return undefined;
}

function isListening(baseUrl: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect(port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port), hostname);
    const end = (isUp: boolean): void => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.setTimeout(2_000, () => end(false));
  });
}
