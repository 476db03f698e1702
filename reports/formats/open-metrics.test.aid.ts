// The form of OpenMetrics text 1.0, as far as files of a run use it: families one after the other with their type, unit and help, samples
// of their names alone, labels escaped, no sample twice, and the mark of the end.

const LABEL = /^[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*"$/;
const SAMPLE = /^([a-zA-Z_:][\w:]*)\{(.*)\} (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
const ENDS: Readonly<Record<string, readonly string[]>> = {
  gauge: [''],
  info: ['_info'],
  summary: ['', '_sum', '_count'],
};

export function openMetricsDefects(text: string): readonly string[] {
  const defects: string[] = [];
  if (!text.endsWith('\n# EOF\n')) defects.push('the end is not marked');
  const seen = new Set<string>();
  const families = new Set<string>();
  let family = { name: '', type: '' };
  for (const line of text.split('\n').slice(0, -2)) {
    const [, kind, name = '', rest = ''] = /^# (TYPE|UNIT|HELP) (\S+) (.*)$/.exec(line) ?? [];
    if (kind === 'TYPE') {
      if (families.has(name)) defects.push(`${name} comes twice`);
      families.add(name);
      family = { name, type: rest };
    } else if (kind !== undefined && name !== family.name) defects.push(`${line}: stands with ${family.name}`);
    else if (kind === 'UNIT' && !name.endsWith(`_${rest}`)) defects.push(`${line}: the name does not end in the unit`);
    if (kind === undefined) defects.push(...sampleDefects(line, family, seen));
  }
  return defects;
}

function sampleDefects(line: string, family: { name: string; type: string }, seen: Set<string>): readonly string[] {
  const [whole, name = '', labels = ''] = SAMPLE.exec(line) ?? [];
  if (whole === undefined) return [`${line}: no sample`];
  const defects = labelsOf(labels).every((label) => LABEL.test(label)) ? [] : [`${line}: a label is not right`];
  if (!(ENDS[family.type] ?? []).some((end) => name === `${family.name}${end}`)) {
    defects.push(`${line}: of another family`);
  }
  const key = `${name}{${labels}}`;
  if (seen.has(key)) defects.push(`${line}: comes twice`);
  seen.add(key);
  return defects;
}

/** Split at commas outside of quotes. */
function labelsOf(text: string): readonly string[] {
  return text.match(/[a-zA-Z_]\w*="(?:[^"\\]|\\.)*"(?=,|$)|[^,]+/g) ?? [];
}
