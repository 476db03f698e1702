// The frame of a page of the site: navigation, a policy that admits nothing from elsewhere, and links that work over file:// too.
import { createHash } from 'node:crypto';
import { forHtml } from '../../../reports/model/sanitize.js';
import { BASE_STYLE } from '../../../reports/render/page-style.js';

const STYLE = `${BASE_STYLE}
nav a { margin-right: 14px; }
.entry { padding: 10px 0; border-bottom: 1px solid var(--line); }
.entry p { margin: 3px 0; }
.entry:target { border-left: 4px solid var(--link); padding-left: 10px; }
.statement { font-size: 18px; max-width: 70ch; }
.columns { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr)); gap: 4px 24px; padding: 0; list-style: none; }
li { margin: 2px 0; }
[hidden] { display: none; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; }
caption { text-align: left; color: var(--soft); padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 6px 10px; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
tbody th, td:nth-child(-n+4) { min-width: 110px; } td:nth-child(3) { min-width: 220px; }
td > span { white-space: nowrap; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .open { color: var(--open); }`;

const PLACES: readonly (readonly [file: string, name: string])[] = [
  ['index.html', 'Interface'],
  ['open.html', 'Left open'],
  ['faults.html', 'Faults'],
  ['habits.html', 'Habits'],
];

const RESULTS_PLACE = ['results.html', 'Results'] as const;

export interface Page {
  /** Relative to the site, such as `requirements/auth.signed-read.html`. */
  readonly path: string;
  readonly title: string;
  /** HTML; text in it has passed `html`. */
  readonly body: string;
  readonly script?: string;
}

export const html: (text: string) => string = forHtml;

/** From a page to another, both relative to the site. */
export function linkTo(from: string, to: string): string {
  return `${'../'.repeat(from.split('/').length - 1)}${to}`;
}

export function requirementPath(id: string): string {
  return `requirements/${id}.html`;
}

export function sectionPath(section: string): string {
  return `sections/${section}.html`;
}

/** `withResults`: whether the site has a page of results to lead to. */
export function pageHtml({ path, title, body, script }: Page, version: string, withResults: boolean = false): string {
  const scripts = script === undefined ? "'none'" : `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
  const places = [...PLACES, ...(withResults ? [RESULTS_PLACE] : [])].map(
    ([file, name]) => `<a href="${linkTo(path, file)}"${file === path ? ' aria-current="page"' : ''}>${html(name)}</a>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${html(policy)}">
<title>${html(title)} – Trading Service Interface</title><style>${STYLE}</style></head><body>
<nav aria-label="Site">${places.join('')}</nav>
<main>
${body}
</main>
<footer>tsi-conformance ${html(version)}: the statements of the Trading Service Interface in own words, and what judges them.</footer>
${script === undefined ? '' : `<script>${script}</script>`}</body></html>
`;
}
