// The signed payload of a request (interface 5.2): SVC-DATA decoded, each field beside what it must equal, and the bytes that differ
// from the request's twin.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import type { ViewerRecord } from '../../render/viewer-data.js';
import { headersOf, textOf } from '../../story/items.js';
import { bytesOf } from '../format.js';
import { visible } from '../visible.js';
import { diffParts } from './byte-diff.js';

const EQUAL_HEADERS: readonly (readonly [field: string, header: string])[] = [
  ['api_key', 'SVC-API-KEY'],
  ['idempotency_key', 'SVC-IDEMPOTENCY-KEY'],
  ['timestamp', 'SVC-TIMESTAMP'],
  ['sign_version', 'SVC-SIGN-VERSION'],
];

/** A request with the one before it that asked for the same. */
export interface Compared {
  readonly request: ViewerRecord;
  readonly twin: ViewerRecord | undefined;
}

interface FieldRow {
  readonly field: string;
  readonly value: string;
  readonly against: string;
  /** What it must equal; undefined when that cannot be told here. */
  readonly expected: string | undefined;
}

export function SignedPayload({ request, twin }: Compared): JSX.Element | null {
  const bodyHash = useBodyHash(request);
  const payload = payloadOf(request);
  if (payload === undefined) return null;
  const rows = fieldRows(request, payload, bodyHash);
  const other = twin === undefined ? undefined : payloadOf(twin);
  // Of a request that nobody damaged and that agrees with itself, the payload is of little interest.
  const isDamaged = memberOf(request.parsed, 'damage') !== undefined;
  const isTelling = isDamaged || rows === undefined || rows.some((row) => (row.expected ?? row.value) !== row.value);
  return (
    <details class="payload" open={isTelling}>
      <summary>Signed payload</summary>
      {rows === undefined ? (
        <p class="muted">SVC-DATA does not decode to a JSON object:</p>
      ) : (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Signed value</th>
                <th scope="col">Must equal</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.field} class={row.expected === undefined || row.expected === row.value ? '' : 'differs'}>
                  <th scope="row">{row.field}</th>
                  <td>
                    <code>{visible(row.value)}</code>
                  </td>
                  <td>
                    {row.against}
                    {row.expected === undefined || row.expected === row.value ? null : (
                      <>
                        {' '}
                        <code>{visible(row.expected)}</code> <b class="fail">differs</b>
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <h3>{other === undefined ? 'Bytes' : `Bytes, with what differs from record ${twin?.i}`}</h3>
      <pre class="bytes">{other === undefined ? visible(payload) : <Difference before={other} after={payload} />}</pre>
    </details>
  );
}

export function Difference({ before, after }: { readonly before: string; readonly after: string }): JSX.Element {
  return (
    <>
      {diffParts(before, after).map((part, index) => {
        const text = visible(part.text);
        const key = `${index}-${part.kind}`;
        if (part.kind === 'removed') return <del key={key}>{text}</del>;
        return part.kind === 'added' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>;
      })}
    </>
  );
}

/** The decoded bytes as text, one character per byte where they are not UTF-8; undefined when the header is missing. */
function payloadOf(request: ViewerRecord): string | undefined {
  const data = headerOf(request, 'SVC-DATA');
  if (data === undefined) return undefined;
  try {
    const bytes = bytesOf(data.replaceAll('-', '+').replaceAll('_', '/'));
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return String.fromCharCode(...bytes);
    }
  } catch {
    return data;
  }
}

function headerOf(request: ViewerRecord, name: string): string | undefined {
  return headersOf(request).find(([one]) => one.toUpperCase() === name)?.[1];
}

function fieldRows(
  request: ViewerRecord,
  payload: string,
  bodyHash: string | undefined,
): readonly FieldRow[] | undefined {
  let fields: unknown;
  try {
    fields = JSON.parse(payload);
  } catch {
    return undefined;
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return undefined;
  const expected = new Map<string, readonly [against: string, value: string | undefined]>(
    EQUAL_HEADERS.map(([field, header]) => [field, [header, headerOf(request, header)]]),
  );
  expected.set('method', ['the method sent', textOf(memberOf(request.parsed, 'method'))]);
  expected.set('path', ['the path sent', textOf(memberOf(request.parsed, 'path'))]);
  expected.set('body_hash', ['SHA-256 of the body', bodyHash]);
  const present = Object.entries(fields).map(([field, value]): FieldRow => {
    const [against, wanted] = expected.get(field) ?? ['nothing known', undefined];
    return { field, value: typeof value === 'string' ? value : JSON.stringify(value), against, expected: wanted };
  });
  const absent = [...expected].filter(([field]) => !Object.hasOwn(fields, field));
  return [
    ...present,
    ...absent.map(([field, [against, wanted]]) => ({ field, value: '(missing)', against, expected: wanted ?? '' })),
  ];
}

/** SHA-256 of the body in base64url; undefined until it is known, or where it cannot be told (a shortened body, no crypto). */
function useBodyHash(request: ViewerRecord): string | undefined {
  const [hash, setHash] = useState<string | undefined>(undefined);
  useEffect(() => {
    let stale = false;
    if (request.cut !== undefined || globalThis.crypto?.subtle === undefined) return undefined;
    const bytes =
      request.raw === null || typeof request.raw === 'string'
        ? new TextEncoder().encode(request.raw ?? '')
        : bytesOf(request.raw.base64);
    crypto.subtle.digest('SHA-256', bytes).then(
      (digest) => {
        const text = btoa(String.fromCharCode(...new Uint8Array(digest)));
        if (!stale) setHash(text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
      },
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [request]);
  return hash;
}
