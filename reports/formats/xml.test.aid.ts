// A strict reader of the XML that tests meet: well-formedness, legal characters, the five entities. No DTD, no namespaces resolved.

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Character data directly inside, entities resolved. */
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ILLEGAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 forbids
  /[^\u0009\u000a\u000d\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Throws an Error that says what is wrong and where. */
export function parseXml(source: string): XmlElement {
  const illegal = ILLEGAL.exec(source);
  if (illegal !== null) throw new Error(`illegal character at ${illegal.index}`);
  let at = 0;
  skip(/\s*(<\?xml [^?]*\?>)?\s*(<!--(?:(?!--)[\s\S])*-->\s*)*/y);
  const root = element();
  skip(/\s*/y);
  if (at !== source.length) throw new Error(`something follows the root element at ${at}`);
  return root;

  function skip(pattern: RegExp): string {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0] ?? '';
    at += found.length;
    return found;
  }

  function expect(text: string): void {
    if (!source.startsWith(text, at)) throw new Error(`expected ${text} at ${at}, got ${source.slice(at, at + 20)}`);
    at += text.length;
  }

  function element(): XmlElement {
    expect('<');
    const name = skip(/[A-Za-z_][\w:.-]*/y);
    if (name === '') throw new Error(`expected an element name at ${at}`);
    const attributes = new Map<string, string>();
    while (skip(/\s+(?=[A-Za-z_])/y) !== '') {
      const key = skip(/[A-Za-z_][\w:.-]*/y);
      expect('="');
      const value = skip(/[^"<]*/y);
      expect('"');
      if (attributes.has(key)) throw new Error(`attribute ${key} twice at ${at}`);
      attributes.set(key, resolve(value));
    }
    skip(/\s*/y);
    if (source.startsWith('/>', at)) {
      at += 2;
      return { name, attributes, children: [], text: '' };
    }
    expect('>');
    const children: XmlElement[] = [];
    let text = '';
    for (;;) {
      const data = skip(/[^<]*/y);
      if (data.includes(']]>')) throw new Error(`]]> in character data before ${at}`);
      text += resolve(data);
      if (source.startsWith('</', at)) break;
      if (skip(/<!--(?:(?!--)[\s\S])*-->/y) === '') children.push(element());
    }
    expect(`</${name}>`);
    return { name, attributes, children, text };
  }

  function resolve(text: string): string {
    return text.replace(/&([^;]{0,10});?/g, (reference, name: string) => {
      const numeric = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name);
      const code =
        numeric === null ? Number.NaN : Number.parseInt(numeric[1] ?? numeric[2] ?? '', numeric[1] ? 16 : 10);
      const value = Number.isNaN(code) ? ENTITIES[name] : String.fromCodePoint(code);
      if (value === undefined || ILLEGAL.test(value)) throw new Error(`unknown or illegal reference ${reference}`);
      return value;
    });
  }
}
