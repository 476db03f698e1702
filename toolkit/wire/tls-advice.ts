// Why no TLS connection came about, by the codes of Node and OpenSSL, and what whoever runs the suite can do about it: nobody is to be
// sent to look for a target that is there.

const TLS_CODE = /CERT|SSL|TLS|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$|^HOSTNAME_MISMATCH$|^EPROTO$/;

/** The first that fits says what to do. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/EXPIRED|NOT_YET_VALID/, 'renew the certificate of the target, or correct the clock of this machine'],
  [/ALTNAME|HOSTNAME/, 'write the host in baseUrl as the certificate of the target names it'],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|EPROTO/,
    'does the target speak plain HTTP there? Then write http:// in baseUrl',
  ],
  [
    /ALERT_.*CERTIFICATE|HANDSHAKE_FAILURE/,
    'does the target demand a certificate of its clients? Put a proxy that presents one before it',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|UNTRUSTED/,
    'name the PEM file of its authority in the environment variable NODE_EXTRA_CA_CERTS',
  ],
];

/** Whether a code of Node or OpenSSL tells of TLS. */
export function isTlsCode(code: string): boolean {
  return TLS_CODE.test(code);
}

/** What to do, by the message of a `tls` error, which names the code. */
export function tlsAdvice(message: string): string {
  const found = ADVICE.find(([code]) => code.test(message));
  return `${found?.[1] ?? 'make a TLS connection possible'}, and run again`;
}
