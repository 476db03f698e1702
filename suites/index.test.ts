// The authoring API is whole: whoever writes a suite can name every type that its context hands out or takes.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

/** Names between the braces of declarations that begin like this. */
function listed(source: string, declaration: RegExp): readonly string[] {
  return [...source.matchAll(declaration)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.replace(/^\s*type\s/, '').trim())
      .filter((name) => name !== ''),
  );
}

const exported = new Set(listed(read('./index.ts'), /^export (?:type )?\{([^}]*)\}/gm));

describe('the authoring API', () => {
  it.each(['./runner/context.ts', './runner/check.ts'])('exports every type that %s declares or mentions', (file) => {
    const source = read(file);
    const declared = [...source.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name);
    const mentioned = listed(source, /^import type \{([^}]*)\}/gm);
    expect(declared.length + mentioned.length).toBeGreaterThan(8);
    expect([...declared, ...mentioned].filter((name) => !exported.has(name))).toEqual([]);
  });

  it('exports every word that the README of words names', () => {
    const table = read('./words/README.md')
      .split('\n')
      .filter((line) => line.startsWith('| '));
    const words = table.slice(2).flatMap((line) => [...(line.split(' | ')[1] ?? '').matchAll(/`(\w+)`/g)]);
    expect(words.length).toBeGreaterThan(40);
    expect(words.map(([, name = '']) => name).filter((name) => !exported.has(name))).toEqual([]);
  });
});
