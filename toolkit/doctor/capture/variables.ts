// Variables of .http files and of the consoles that have them: `@host = https://…` above a request, `{{host}}` in it.

/** The text with the values that it states, and without a variable that stands for the address of the server. */
export function withVariables(text: string): string | undefined {
  if (!/\{\{\s*[\w.$-]+\s*\}\}/.test(text)) return undefined;
  const stated = [...text.matchAll(/^[ \t]*@([\w.-]+)[ \t]*=[ \t]*(.*?)[ \t]*$/gm)];
  const values = new Map(stated.map(([, name = '', value = '']) => [name, value]));
  const expanded = (from: string): string =>
    from.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (whole, name: string) => values.get(name) ?? whole);
  // A value may hold another one.
  const told = values.size === 0 ? text : expanded(expanded(text));
  const bare = told.replace(/^([A-Z]{3,10} )\{\{\s*[\w.-]+\s*\}\}(?=\/)/gm, '$1');
  return bare === text ? undefined : bare;
}
