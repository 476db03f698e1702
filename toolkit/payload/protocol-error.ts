// The one error of the toolkit for defects of a protocol, a file or a peer. Misuse by a caller throws TypeError or RangeError instead.

/** Closed list, sorted. */
export type ProtocolErrorCode =
  | 'base64url-invalid'
  | 'capture-invalid'
  | 'certificate-invalid'
  | 'control-failed'
  | 'control-missing'
  | 'decimal-invalid'
  | 'dialect-failed'
  | 'journal-invalid'
  | 'journal-unwritable'
  | 'json-invalid'
  | 'key-invalid'
  | 'policy-invalid'
  | 'profile-invalid'
  | 'report-unwritable'
  | 'results-invalid'
  | 'secret-found'
  | 'target-unreachable'
  | 'verification-failed'
  | 'wire-failed';

export class ProtocolError extends Error {
  readonly code: ProtocolErrorCode;
  /** Section of the interface, such as `5.2`, where one decides. */
  readonly section: string | undefined;

  constructor(
    code: ProtocolErrorCode,
    message: string,
    options: { readonly section?: string; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ProtocolError';
    this.code = code;
    this.section = options.section;
  }
}
