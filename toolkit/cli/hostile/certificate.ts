// A certificate that nobody trusts, for another host. Its key guards nothing and is public on purpose.

export const CERTIFICATE: { readonly key: string; readonly cert: string } = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2wwKg+Ye4CXbY8RT
qP7uS40sUt7dm0rXIrPicNL3QJuhRANCAARS+HKWVT50kSQFsonuhhEd8fk1Mhm9
Mk2m7AX1m7bDhn6uNwG04X6qbRmyfQNl52IQ9hK00XTICQzmc2EilrRT
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBjDCCATGgAwIBAgIUbm4Se2tdFKAplSGyvds9DU5k1a0wCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPaG9zdGlsZS5pbnZhbGlkMCAXDTI2MTEyMjEwMjMxNVoYDzIx
MjYxMDI5MTAyMzE1WjAaMRgwFgYDVQQDDA9ob3N0aWxlLmludmFsaWQwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAARS+HKWVT50kSQFsonuhhEd8fk1Mhm9Mk2m7AX1
m7bDhn6uNwG04X6qbRmyfQNl52IQ9hK00XTICQzmc2EilrRTo1MwUTAdBgNVHQ4E
FgQUYBoSZb29RG+9IrwE/+dei5saAPMwHwYDVR0jBBgwFoAUYBoSZb29RG+9IrwE
/+dei5saAPMwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA+JMh
MqctuqxqXj501BuffdgKKD98IgLf4Pb1s91fKAECIQDmwSPdw/pqqLarOxXDl6j0
MRjcTol35bLa+PcO186ccw==
-----END CERTIFICATE-----
`,
};
