// Texts of a program under test on their way to a screen or a file: short, without control characters, and without private keys.

const PEM = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const MARK = '[private key]';

/** `secrets` are further texts that must not be shown: the seeds of the keys in use. */
export function excerpt(text: string, secrets: readonly string[] = [], length = 300): string {
  let shown = text.replace(PEM, MARK);
  for (const secret of secrets) {
    shown = shown.replaceAll(secret, MARK);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the purpose
  const plain = shown.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();
  return plain.length > length ? `${plain.slice(0, length)}…` : plain;
}
