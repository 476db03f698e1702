// PEM blocks as they survive variables and chats: with `\n` for line breaks, on one line, indented, quoted.

const BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----([\s\S]*?)-----END \1-----/;

/** The first block in its own form; undefined when there is none. */
export function fromPemText(text: string): string | undefined {
  const match = BLOCK.exec(text.replaceAll(/\\+[rn]/g, '\n'));
  const [, label, inner = ''] = match ?? [];
  if (label === undefined) return undefined;
  const base64 = inner.replaceAll(/[^A-Za-z0-9+/=]/g, '');
  return `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----`;
}

/** The label of a private key's block, whole or cut off; `undefined` for everything else. */
export function labelOfPrivate(text: string): string | undefined {
  return /-----BEGIN ([A-Z0-9 ]{0,30}PRIVATE KEY)/.exec(text)?.[1];
}
