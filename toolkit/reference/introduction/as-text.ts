// The introduction as the banner of `tsi serve`.
import type { Introduction, Line } from './introduction.js';

export function introductionText(is: Introduction): string {
  return `${is.title}
  service   ${is.service}   (in a browser: this introduction, with whole programs)
  stream    ${is.listening.url}
  look      ${is.page}
  contract  ${is.documents.openapi}
            ${is.documents.asyncapi}
  control   ${is.control.url}
  profile   ${is.profile}
  key       ${is.key.id}, private key in ${is.key.file}
  account   ${is.account.id} (${is.account.currency})${is.account.others > 0 ? `, and ${is.account.others} more in the profile` : ''}
${is.refusals}

Every request has six headers:
${is.signing.map((line) => `  - ${line}`).join('\n')}

An order and its result:
${is.listening.steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}
More on signing, and what these frames look like: curl -s ${is.service}/

Try it in another terminal:
${linesOf(is.try)}

A whole client: signs, reads, listens, places an order, waits for its event:
${linesOf(is.clients.map(({ language, needs, line }) => ({ title: `${language}, ${needs}`, line })))}

Bring the account into any state:
${linesOf(is.control.lines)}

See how a client takes a faulty service:
${linesOf(is.faulty)}

${is.notes.join('\n')}
Ctrl-C ends it.

`;
}

function linesOf(lines: readonly Line[]): string {
  return lines
    .map(({ title, line, thenType }) => {
      const typed = thenType === undefined ? '' : `\n    then type  ${thenType}`;
      return `  # ${title}\n  ${line}${typed}`;
    })
    .join('\n');
}
