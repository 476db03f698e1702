// Makes text that a target may have written harmless, once per place where reports put it: terminal and CI log, XML, HTML, Markdown.
// Nothing is dropped silently: what cannot stand is shown as an escape, so that evidence stays readable. The one home of these rules.

/** Controls (C0 without tab and newline, DEL, C1), bidirectional overrides, line and paragraph separators, lone surrogates. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this pattern is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Cs}|[\ufffe\uffff]/gu;

/** Visible escapes for what could steer a terminal, reorder text or be illegal in XML. Tab and newline stay. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSAFE, escapeOf);
}

/** `\x1b`, `\u{202e}`. */
export function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** One line: newlines and tabs become escapes too. */
export function oneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** For a terminal or a CI log: printable, bounded, and no workflow command of a CI system (`::error::`, `##[error]`, `##vso[`) survives. */
export function forLog(text: string, most = 2_000): string {
  return printable(capped(text, most))
    .replace(/:(?=:)/g, ': ')
    .replace(/##(?=\[|vso\[|teamcity\[)/g, '## ')
    .replace(/\bsection_(?=start:|end:)/g, 'section-');
}

/** Lines of our own that hold what somebody typed: none of them begins as a workflow command of a CI system does. */
export function withoutCommands(text: string): string {
  return text.replace(/^([ \t]*):(?=:)/gm, '$1: ').replace(/##(?=\[|vso\[|teamcity\[)/g, '## ');
}

/** `forLog` on one line. */
export function forLogLine(text: string, most = 500): string {
  return forLog(text, most).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** The data of a GitHub workflow command: `%`, line ends, and in properties `:` and `,`. */
export function forWorkflowCommand(text: string, where: 'data' | 'property'): string {
  const data = printable(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
  return where === 'data' ? data : data.replaceAll(':', '%3A').replaceAll(',', '%2C');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Text or attribute of HTML. */
export function forHtml(text: string): string {
  return escapeMarkup(printable(text));
}

/** Text content of XML 1.0. */
export function forXml(text: string): string {
  return escapeMarkup(printable(text));
}

/** Attribute of XML 1.0; line ends and tabs survive attribute normalization. */
export function forXmlAttribute(text: string): string {
  return forXml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** Plain Markdown text, in a table cell too: no link, mention, HTML, emphasis or reference of GitHub or GitLab comes out of it. */
export function forMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]#!|<>~@&$]/g, '\\$&')
    .replace(/^(\d*)([-+=.)])(?=\s|$)/, '$1\\$2')
    .replace(/\b(?:https?|ftp|mailto|www)(?=[:.])|:(?=:)|\\[@#!]/gi, '$&\u2060');
}

/** A code span, in a table cell too: nothing inside is interpreted. */
export function codeSpan(text: string): string {
  const content = oneLine(text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const pad = content === '' || /^[` ]|[` ]$/.test(content) ? ' ' : '';
  return `${fence}${pad}${content}${pad}${fence}`;
}

/** Keeps at most `most` characters and says how many were left out. Never cuts a surrogate pair in two. */
export function capped(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = Math.max(0, most - 28);
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last < 0xdc00) end -= 1;
  return `${text.slice(0, end)} … (${text.length - end} more characters)`;
}
