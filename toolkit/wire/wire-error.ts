// What a library's error means for us: one closed code and one sentence. Whether the request had been sent is not said here.
import { messageOf } from '../base/message-of.js';
import type { WireErrorCode } from './exchange.js';
import { isTlsCode } from './tls-advice.js';

interface Meaning {
  readonly code: WireErrorCode;
  readonly message: string;
}

/** By `code` of the error or of one of its causes. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  ECONNREFUSED: { code: 'unreachable', message: 'the connection was refused' },
  ENOTFOUND: { code: 'unreachable', message: 'the host name is not known' },
  EAI_AGAIN: { code: 'unreachable', message: 'the host name could not be looked up' },
  EHOSTUNREACH: { code: 'unreachable', message: 'there is no way to the host' },
  ENETUNREACH: { code: 'unreachable', message: 'there is no way to the network' },
  UND_ERR_CONNECT_TIMEOUT: { code: 'unreachable', message: 'no connection in time' },
  UND_ERR_HEADERS_TIMEOUT: { code: 'timeout', message: 'no head of an answer in time' },
  UND_ERR_BODY_TIMEOUT: { code: 'timeout', message: 'the body stopped coming' },
  UND_ERR_HEADERS_OVERFLOW: { code: 'headers-too-large', message: 'the head of the answer is too large' },
  HPE_HEADER_OVERFLOW: { code: 'headers-too-large', message: 'the head of the answer is too large' },
  UND_ERR_RES_EXCEEDED_MAX_SIZE: { code: 'body-too-large', message: 'the body is too large' },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { code: 'not-http', message: 'the body is not as long as its head says' },
  UND_ERR_SOCKET: { code: 'reset', message: 'the connection ended before the answer did' },
  ECONNRESET: { code: 'reset', message: 'the connection was reset' },
  EPIPE: { code: 'reset', message: 'the connection was closed while sending' },
  UND_ERR_ABORTED: { code: 'aborted', message: 'given up' },
};

export function wireErrorOf(
  error: unknown,
  bounds: { readonly timeoutMs: number; readonly maxBodyBytes: number },
): Meaning {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const meaning = MEANINGS[code];
    if (meaning !== undefined) {
      return { code: meaning.code, message: `${meaning.message}${limit(meaning.code, bounds)} (${code})` };
    }
    if (code.startsWith('HPE_') || cause.name === 'HTTPParserError') {
      return { code: 'not-http', message: `the answer is not HTTP/1.1: ${cause.message}` };
    }
    if (isTlsCode(code)) return { code: 'tls', message: `no TLS connection: ${cause.message} (${code})` };
  }
  return { code: 'reset', message: messageOf(error) };
}

function limit(code: WireErrorCode, bounds: { readonly timeoutMs: number; readonly maxBodyBytes: number }): string {
  if (code === 'timeout') return `, ${bounds.timeoutMs} ms at most`;
  return code === 'body-too-large' ? `, ${bounds.maxBodyBytes} bytes at most` : '';
}
