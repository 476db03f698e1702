// The note of one request. Under a refused signature stands what the doctor says, under a refused body one of the right form.

import type { Operation, RawRequest, Refusal } from '../domain.js';
import type { RequestNote } from '../notes/note.js';
import { type Notebook, placeOf, timeOf } from '../notes/notebook.js';
import type { Service } from './service.js';

export interface Logged {
  readonly raw: RawRequest;
  readonly status: number;
  readonly durationMs: number;
  readonly refusal: Refusal | undefined;
  readonly operation?: Operation | undefined;
}

const MAX_BODY_CHARS = 300;

export function logRequest({ notes }: Service, logged: Logged): void {
  if (notes === undefined) return;
  const { raw, status, durationMs, refusal } = logged;
  notes.received(raw);
  const at = timeOf(raw.receivedAtMs);
  const note: RequestNote = { kind: 'request', at, method: raw.method, target: raw.target, status, durationMs };
  notes.write(refusal === undefined ? note : { ...note, ...reasonOf(notes, logged, refusal, at) });
}

function reasonOf(notes: Notebook, { raw, operation }: Logged, refusal: Refusal, at: string): Partial<RequestNote> {
  const { name, code, detail } = refusal;
  const explained = notes.explain(raw, refusal);
  const reason = notes.reason(name, detail, explained?.cause ?? `${raw.method} ${detail}`, placeOf(at));
  const rightForm = refusal.status === 400 && operation !== undefined ? notes.forms.body(operation) : undefined;
  const got = Buffer.from(raw.body.subarray(0, MAX_BODY_CHARS)).toString('utf8');
  return {
    code,
    reason,
    ...(explained === undefined ? {} : { explanation: explained.text }),
    ...(rightForm === undefined || got === '' ? {} : { got, rightForm }),
  };
}
