// Validates XML against the part of XML Schema that `junit.xsd` uses: elements by reference in a sequence or a choice, attributes,
// patterns and lengths. Anything else in a schema is refused, so that nothing is taken for checked that is not.
import { parseXml, type XmlElement } from './xml.test.aid.js';

/** Defects of the document, each with its path; empty when it is valid. */
export function xsdDefects(schemaText: string, documentText: string): readonly string[] {
  const schema = parseXml(schemaText);
  const types = new Map(named(schema, 'xs:simpleType'));
  const elements = new Map(named(schema, 'xs:element'));
  const document = parseXml(documentText);
  return elements.has(document.name) ? check(document, document.name) : [`unexpected root ${document.name}`];

  function check(element: XmlElement, path: string): readonly string[] {
    const type = elements.get(element.name)?.children[0];
    if (type === undefined) return [`${path}: unknown element`];
    const mixed = type.attributes.get('mixed') === 'true';
    const stray = !mixed && element.text.trim() !== '' ? [`${path}: unexpected text`] : [];
    const own = attributeDefects(element, type, path);
    const inside = element.children.flatMap((child, index) => check(child, `${path}/${child.name}[${index}]`));
    return [...stray, ...own, ...contentDefects(element, type, path), ...inside];
  }

  function attributeDefects(element: XmlElement, type: XmlElement, path: string): readonly string[] {
    const declared = new Map(named(type, 'xs:attribute'));
    const defects = [...element.attributes.keys()]
      .filter((name) => !declared.has(name))
      .map((name) => `${path}: unknown attribute ${name}`);
    for (const [name, declaration] of declared) {
      const value = element.attributes.get(name);
      if (value === undefined && declaration.attributes.get('use') === 'required') {
        defects.push(`${path}: no attribute ${name}`);
      }
      if (value !== undefined) {
        defects.push(...valueDefects(value, declaration.attributes.get('type') ?? '', `${path}@${name}`));
      }
    }
    return defects;
  }

  function valueDefects(value: string, typeName: string, path: string): readonly string[] {
    if (typeName === 'xs:string') return [];
    const restriction = types.get(typeName)?.children[0];
    if (restriction === undefined) throw new Error(`the schema uses the unknown type ${typeName}`);
    return restriction.children.flatMap((facet) => {
      const bound = facet.attributes.get('value') ?? '';
      const holds = {
        'xs:pattern': () => new RegExp(`^(?:${bound})$`, 'u').test(value),
        'xs:minLength': () => value.length >= Number(bound),
        'xs:maxLength': () => value.length <= Number(bound),
      }[facet.name];
      if (holds === undefined) throw new Error(`the schema uses the unknown facet ${facet.name}`);
      return holds() ? [] : [`${path}: ${facet.name} ${bound} does not hold for ${value.slice(0, 60)}`];
    });
  }
}

function contentDefects(element: XmlElement, type: XmlElement, path: string): readonly string[] {
  const model = type.children.find((child) => child.name !== 'xs:attribute');
  const names = element.children.map((child) => child.name);
  if (model === undefined) return names.length === 0 ? [] : [`${path}: unexpected elements ${names.join(' ')}`];
  const particles = model.children.map((particle) => particle.attributes.get('ref') ?? '');
  const pattern =
    model.name === 'xs:choice'
      ? `(?:(?:${particles.join('|')}) )${times(model)}`
      : model.children.map((particle, index) => `(?:${particles[index]} )${times(particle)}`).join('');
  const fits = new RegExp(`^${pattern}$`).test(names.map((name) => `${name} `).join(''));
  return fits ? [] : [`${path}: elements ${[...new Set(names)].join(' ')} do not fit the content model`];
}

function times(particle: XmlElement): string {
  const least = particle.attributes.get('minOccurs') ?? '1';
  const most = particle.attributes.get('maxOccurs') ?? '1';
  return `{${least},${most === 'unbounded' ? '' : most}}`;
}

function named(parent: XmlElement, kind: string): readonly (readonly [string, XmlElement])[] {
  return parent.children
    .filter((child) => child.name === kind)
    .map((child) => [child.attributes.get('name') ?? '', child]);
}
