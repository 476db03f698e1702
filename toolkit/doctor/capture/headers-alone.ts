// A capture of signed headers without the request line above them: everything but method and path is judged (interface 5.2).
import type { Capture } from './capture.js';

/** Signed headers without the line above them. */
export function headersAlone(headers: Capture['headers'], more: Pick<Capture, 'format' | 'body'>): Capture {
  return { ...more, method: '', path: '', headers, lacksRequestLine: true, lacksHeaders: true, notes: [NO_LINE] };
}

const NO_LINE =
  'the capture shows no request line: whether the signed method and path are those that were sent is not judged';
