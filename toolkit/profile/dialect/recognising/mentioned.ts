// The placeholders that a template has, wherever they stand in it.
import type { JsonValue } from '../../../payload/json.js';

export function mentioned(template: JsonValue | undefined | readonly (JsonValue | undefined)[]): ReadonlySet<string> {
  const names = new Set<string>();
  collect(template, names);
  return names;
}

function collect(template: unknown, names: Set<string>): void {
  if (typeof template === 'string') {
    for (const [, name = ''] of template.replaceAll('{{', '').matchAll(/\{\s*(\w+)/g)) names.add(name);
  } else if (typeof template === 'object' && template !== null) {
    for (const [name, member] of Object.entries(template)) {
      collect(name, names);
      collect(member, names);
      if (name === '$each' && typeof member === 'string') names.add(member);
    }
  }
}
