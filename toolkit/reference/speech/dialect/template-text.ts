// The texts of templates taken apart (`profile/dialect/writing/template.ts` compiles them): literals, and placeholders with filters.

export interface Placeholder {
  readonly name: string;
  readonly filters: readonly string[];
}

export type TextPart = string | Placeholder;

/** Literals that touch are one part. The text has been compiled before, so its braces are sound. */
export function parseText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let literal = '';
  for (const token of text.match(/\{\{|\}\}|\{[^{}]*\}|[^{}]+/g) ?? []) {
    if (token === '{{' || token === '}}') literal += token.charAt(0);
    else if (token.startsWith('{')) {
      if (literal !== '') parts.push(literal);
      literal = '';
      const [name = '', ...filters] = token
        .slice(1, -1)
        .split('|')
        .map((word) => word.trim());
      parts.push({ name, filters });
    } else literal += token;
  }
  if (literal !== '') parts.push(literal);
  return parts;
}
