// A request of a journal as a capture, with the server's time from the answer to it, where that has a Date header.

import { messageOf } from '../../base/message-of.js';
import type { Capture } from '../../doctor/capture/capture.js';
import { readJournalRecord } from '../../doctor/capture/read-json.js';
import { readJournal } from '../../journal/reader.js';
import type { JournalRecord } from '../../journal/record.js';
import type { JsonValue } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';
import { misuse } from '../command.js';

/** How far behind a request its answer is looked for, in records. */
const ANSWER_WITHIN = 100_000;

export async function captureOfRecord(file: string, index: number): Promise<Capture> {
  const { request, answer } = await find(file, index);
  if (request?.kind !== 'invoke') {
    throw misuse(
      `--record: expected the index of a request (invoke), got ${index}, which is ${request === undefined ? 'not in the journal' : `of kind ${request.kind}`}`,
    );
  }
  const capture = readJournalRecord(request as unknown as JsonValue); // a record is JSON by its making
  const date = memberOf(memberOf(answer?.parsed, 'headers'), 'date');
  const atMs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(atMs) ? capture : { ...capture, atMs };
}

async function find(
  file: string,
  index: number,
): Promise<{ readonly request: JournalRecord | undefined; readonly answer: JournalRecord | undefined }> {
  let request: JournalRecord | undefined;
  try {
    const { records } = await readJournal(file, { lenient: true });
    for await (const record of records) {
      if (record.i === index) {
        request = record;
      } else if (record.cause === index && record.kind === 'ok') {
        return { request, answer: record };
      } else if (record.i > index + ANSWER_WITHIN) {
        break;
      }
    }
  } catch (cause) {
    throw misuse(`${file}: ${messageOf(cause)}`, { cause });
  }
  return { request, answer: undefined };
}
