// Escapes in JSON texts as the libraries of other languages write them, over one token or a whole text.

/** The escapes that libraries write by default, of which several meet, and which a map or a sorted array has too. */
export const ESCAPES: readonly (readonly [how: string, write: (token: string) => string])[] = [
  ['\\u escapes beyond ASCII', escapeAscii],
  ['\\u escapes for <, > and &, as Go writes', escapeHtml],
  ['\\/ for slashes', escapeSlashes],
  ['\\/ for slashes and \\u escapes beyond ASCII, as PHP writes', (token) => escapeSlashes(escapeAscii(token))],
  ['the escapes of .NET', escapeDotNet],
  ['the escapes of Gson', escapeGson],
  ['\\u003C and its like for the marks of HTML, as JSON_HEX_TAG of PHP writes', escapePhpHex],
];

/** `\uXXXX` for everything beyond ASCII, as Python and PHP write by default. */
export function escapeAscii(token: string): string {
  return token.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export const upperHex = (escaped: string): string => `\\u${escaped.slice(2).toUpperCase()}`;

/** Go's default: `<`, `>`, `&` and the separators of lines and paragraphs escaped. */
export function escapeHtml(token: string): string {
  return token.replace(/[<>&\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** System.Text.Json of .NET: everything beyond ASCII, and what HTML or an old browser may misread. */
export function escapeDotNet(token: string): string {
  const inner = token.startsWith('"') ? token.slice(1, -1) : token;
  const escaped = inner
    .replaceAll('\\"', '\\u0022')
    .replace(
      /[<>&'+`\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
  return token.startsWith('"') ? `"${escaped}"` : token;
}

/** Windows PowerShell: what HTML may misread, the apostrophe included. */
export function escapePowershell(token: string): string {
  return token.replace(/[<>&']/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
}

/** Gson of Java by default: what HTML may misread, "=" and the apostrophe included. */
export function escapeGson(token: string): string {
  return token.replace(/[<>&='\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** PHP with JSON_HEX_TAG, _AMP and _APOS, and slashes escaped as ever. */
export function escapePhpHex(token: string): string {
  return escapeSlashes(escapeAscii(token)).replace(
    /[<>&']/g,
    (unit) => `\\u00${unit.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** What `htmlspecialchars` and its like make of a text that is to be shown in a page; the quotation marks of the token stay. */
export function escapeEntities(token: string): string {
  const inner = token.startsWith('"') ? token.slice(1, -1) : token;
  const escaped = inner
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\\"', '&quot;')
    .replaceAll("'", '&#039;');
  return token.startsWith('"') ? `"${escaped}"` : escaped;
}

/** Escapes of printable characters undone. */
export function withoutEscapes(token: string): string {
  return token.replace(/\\u([0-9a-fA-F]{4})/g, (escaped, hex: string) => {
    const unit = Number.parseInt(hex, 16);
    return unit < 0x20 || unit === 0x22 || unit === 0x5c ? escaped : String.fromCharCode(unit);
  });
}

export function escapeSlashes(token: string): string {
  return token.replace(/(?<!\\)\//g, '\\/');
}
export const unescapeSlashes = (token: string): string => token.replaceAll('\\/', '/');

/** Without the escapes that JSON does not ask for: of slashes, and of characters that may stand as they are. */
export function plainlyWritten(text: string): string {
  return text.replace(
    /\\(?:(\/)|u(?!00[01]|0022|005[cC])([0-9a-fA-F]{4})|[\s\S])/g,
    (whole, slash?: string, code?: string) =>
      code === undefined ? (slash ?? whole) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
