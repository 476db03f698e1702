// The introduction as a page: no script, no network, one style that its policy names by hash.
import { createHash } from 'node:crypto';
import type { Introduction, Line } from './introduction.js';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dde3, #323b48); --raised: light-dark(#f6f7f9, #1a2029); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 960px; padding: 8px 16px 48px; background: light-dark(#fff, #12161c);
  color: light-dark(#1a1f27, #e6eaf0); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: light-dark(#1456b8, #8ab6ff); }
h1 { font-size: 22px; line-height: 1.25; }
h2 { font-size: 17px; margin: 32px 0 8px; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 0; }
dt { color: light-dark(#565f6d, #a3adbb); }
dd { margin: 0; }
p { margin: 12px 0 4px; }
pre { margin: 0; padding: 8px 12px; background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; }
pre, code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 13px; }
details { margin-top: 8px; }
summary { cursor: pointer; padding: 4px 0; }
:focus-visible { outline: 2px solid light-dark(#1456b8, #8ab6ff); outline-offset: 2px; }
`;

export const PAGE_POLICY: string = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

export function introductionHtml(is: Introduction): string {
  const facts: readonly (readonly [string, string])[] = [
    ['service', code(is.service)],
    ['events stream', code(is.listening.url)],
    ['live page', link(is.page)],
    ['contract', `${link(is.documents.openapi)}, ${link(is.documents.asyncapi)}`],
    ['control', code(is.control.url)],
    ['profile', code(is.profile)],
    ['key', `${code(is.key.id)}, private key in ${code(is.key.file)}`],
    [
      'account',
      `${code(is.account.id)} (${escaped(is.account.currency)}), and ${is.account.others} more in the profile`,
    ],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(is.title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(is.title)}</h1>
<dl>
${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('\n')}
</dl>
<p>${escaped(is.refusals)}</p>
<h2>Try it in a terminal</h2>
${linesOf(is.try)}
<h2>A whole client</h2>
<p>Each signs, reads the account, listens to its events, places an order and waits for its result.</p>
${is.clients
  .map(
    ({ language, needs, line, code: text }) =>
      `<p>${language} (${escaped(needs)})</p>\n${block(line, language)}\n<details><summary>${language} program</summary>${block(text, `${language} program`)}</details>`,
  )
  .join('\n')}
<h2>Every request has six headers</h2>
<ul>
${is.signing.map((line) => `<li>${escaped(line)}</li>`).join('\n')}
</ul>
<p>What goes wrong most often:</p>
<ul>
${is.signingDetails.map((line) => `<li>${escaped(line)}</li>`).join('\n')}
</ul>
<h2>An order and its result</h2>
<ol>
${is.listening.steps.map((step) => `<li>${escaped(step)}</li>`).join('\n')}
</ol>
${is.listening.frames.map(({ title, text }) => `<p>${escaped(title)}</p>${block(text, title)}`).join('\n')}
<h2>Bring the account into any state</h2>
${linesOf(is.control.lines)}
<h2>See how a client takes a faulty service</h2>
${linesOf(is.faulty)}
<ul>
${is.notes.map((note) => `<li>${escaped(note)}</li>`).join('\n')}
</ul>
</main>
</body>
</html>
`;
}

function linesOf(lines: readonly Line[]): string {
  return lines
    .map(({ title, line, thenType }) => {
      const typed = thenType === undefined ? '' : `<p>then type</p>${block(thenType, `${title}, to type`)}`;
      return `<p>${escaped(title)}</p>${block(line, title)}${typed}`;
    })
    .join('\n');
}

/** Reachable by keyboard, since it may scroll. */
function block(text: string, name: string): string {
  return `<pre tabindex="0" role="region" aria-label="${escaped(name)}"><code>${escaped(text)}</code></pre>`;
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

function link(url: string): string {
  return `<a href="${escaped(url)}">${escaped(url)}</a>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
