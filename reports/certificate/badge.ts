// A badge of a certificate, as SVG and as JSON for shields.io: what was certified, and until when, since a picture does not know the day.
// Made only of a certificate that verifies; the words carry the meaning, the colour repeats it.
import { capped, forXml, forXmlAttribute } from '../model/sanitize.js';
import type { CertificateStatus } from './certificate-status.js';

/** What a badge can be made of. */
export type Certified = Exclude<CertificateStatus, { readonly kind: 'unverified' }>;

export interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: 'brightgreen' | 'lightgrey' | 'red' | 'orange';
}

export function badgeOf(status: Certified): Badge {
  const { run } = status.results;
  const label = run.target.embedded === true ? 'TSI reference service' : 'TSI conformance';
  const day = (instant: string): string => instant.slice(0, 10);
  switch (status.kind) {
    case 'valid':
      return { label, message: `${status.level}, until ${day(status.until)}`, color: 'brightgreen' };
    case 'expired':
      return { label, message: `expired on ${day(status.until)}`, color: 'lightgrey' };
    case 'failed':
      return { label, message: `not conformant, ${day(run.finished)}`, color: 'red' };
    case 'incomplete':
      return { label, message: `incomplete, ${day(run.finished)}`, color: 'orange' };
  }
}

/** The endpoint schema of shields.io, version 1. */
export function badgeJson({ label, message, color }: Badge): string {
  return `${JSON.stringify({ schemaVersion: 1, label, message, color, isError: color === 'red' }, null, 2)}\n`;
}

/** White text on each has a contrast of at least 4.5 to 1. */
const PAINT: Readonly<Record<Badge['color'], string>> = {
  brightgreen: '#17703a',
  lightgrey: '#5c6470',
  red: '#b3201c',
  orange: '#8a5a00',
};
const MOST_TEXT = 60;
const PADDING = 8;
const SIGN_WIDTH = 6.6;

export function badgeSvg({ label, message, color }: Badge): string {
  const [left, right] = [capped(label, MOST_TEXT), capped(message, MOST_TEXT)];
  const [leftWidth, rightWidth] = [left, right].map((text) => Math.round(text.length * SIGN_WIDTH) + 2 * PADDING);
  const [a = 0, b = 0] = [leftWidth, rightWidth];
  const text = (words: string, middle: number, width: number): string =>
    `<text x="${middle}" y="14" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${forXml(words)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${a + b}" height="20" role="img" aria-label="${forXmlAttribute(`${left}: ${right}`)}">
<title>${forXml(`${left}: ${right}`)}</title>
<clipPath id="r"><rect width="${a + b}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${a}" height="20" fill="#3c434d"/><rect x="${a}" width="${b}" height="20" fill="${PAINT[color]}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">
${text(left, a / 2, a)}
${text(right, a + b / 2, b)}
</g></svg>
`;
}
