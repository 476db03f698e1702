import { describe, expect, it } from 'vitest';
import { isTlsCode, tlsAdvice } from './tls-advice.js';

describe('advice on TLS', () => {
  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'renew'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'as the certificate of the target names it'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'http://'],
    ['EPROTO', 'http://'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'certificate of its clients'],
    ['ERR_SSL_NO_PROTOCOLS_AVAILABLE', 'make a TLS connection possible'],
  ])('says of %s what to do', (code, advice) => {
    expect(isTlsCode(code)).toBe(true);
    expect(tlsAdvice(`no TLS connection: something (${code})`)).toContain(advice);
  });

  it('knows what is no matter of TLS', () => {
    expect(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET', ''].filter(isTlsCode)).toEqual([]);
  });
});
