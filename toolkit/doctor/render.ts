// A diagnosis as text for people: every stage, then the first cause with the bytes that differ, and what to do.
import type { SigningStage } from '../signing/slips/slips.js';
import { type Comparison, type DiagnosedStage, type Diagnosis, firstNamed, namedStages } from './diagnosis.js';
import { LONGEST_EXCERPT, markedLines, visible } from './search/difference.js';

export interface RenderOptions {
  /** Colours by escape sequences of a terminal. */
  readonly colour?: boolean;
}

export const STAGE_TITLES: Readonly<Record<SigningStage, string>> = {
  headers: 'six headers',
  'data-encoding': 'encoding of SVC-DATA',
  payload: 'payload',
  'sign-version': 'signature version',
  'api-key': 'API key',
  'idempotency-key': 'idempotency key',
  timestamp: 'timestamp',
  method: 'method',
  path: 'path and query',
  'body-hash': 'body hash',
  'signature-encoding': 'encoding of SVC-SIGN',
  signature: 'signature',
  access: 'access',
};

const STATES = { ok: 'ok', broken: 'BROKEN', open: 'open', unknown: '?' } as const;
const COLOURS = { ok: 32, broken: 31, open: 33, unknown: 33 } as const;

export function headline(diagnosis: Diagnosis): string {
  const first = firstNamed(diagnosis);
  if (first?.sentence !== undefined) {
    const sentence = withParticulars(first.sentence, first);
    return diagnosis.verdict === 'broken'
      ? sentence
      : `Nothing is broken; what a service may refuse, and need not: ${sentence}`;
  }
  if (diagnosis.verdict !== 'correct') return 'Nothing is wrong as far as it could be judged; not everything could.';
  return diagnosis.isTimeless === true
    ? 'The request is signed consistently; its time is not judged, since no clock was given.'
    : 'The request is signed correctly.';
}

/** Causes of which one would ask at once: which one? */
const NAMELESS: ReadonlySet<string> = new Set([
  'header-missing',
  'header-empty',
  'header-misnamed',
  'header-elsewhere',
  'payload-member-missing',
  'payload-member-renamed',
  'payload-member-type',
]);

type Which = { readonly [Name in 'cause' | 'expected' | 'actual']: DiagnosedStage[Name] | undefined };

/** Which header, member or damage it is, where the cause leaves that open. */
export function whichOf({ cause, expected, actual }: Which): string | undefined {
  if (cause === 'payload-json-damaged') return actual;
  return cause !== undefined && NAMELESS.has(cause) ? expected?.replace(/ present$/, '') : undefined;
}

/** The sentence with what was done, or which header or member it is, where it leaves that open. */
function withParticulars(sentence: string, { stage, cause, how, expected, actual }: DiagnosedStage): string {
  if (how !== undefined) return `${sentence} Here: ${stage === 'body-hash' ? 'the signer ' : ''}${how}.`;
  const which = whichOf({ cause, expected, actual });
  return which === undefined ? sentence : `${sentence.replace(/\.$/, '')} (${visible(which)}).`;
}

/** One line for a log: the first cause with its code, what was expected and what came, and, for who signed it, the fix. */
export function explain(diagnosis: Diagnosis, { fix = true }: { readonly fix?: boolean } = {}): string {
  const first = firstNamed(diagnosis);
  if (first === undefined) return headline(diagnosis);
  const { expected, actual } = spelledTexts(first);
  const texts = expected === undefined || actual === undefined ? [] : [`Expected ${expected}, got ${actual}.`];
  const where = `[${first.cause ?? ''}, interface ${first.section ?? ''}]`;
  return [headline(diagnosis), where, ...texts, ...(fix ? [first.fix ?? ''] : [])].join(' ');
}

/** What was expected of a stage and what came, as they can stand in a line of text, with nothing invisible in them. */
export function spelledTexts({ compared, expected, actual }: DiagnosedStage): {
  readonly expected?: string;
  readonly actual?: string;
} {
  const before = (compared?.startsAt ?? 0) > 0 ? '…' : '';
  const after = (text: string): string => (compared !== undefined && text.length === LONGEST_EXCERPT ? '…' : '');
  const wanted = compared?.expected ?? expected;
  const got = compared?.actual ?? actual;
  return {
    ...(wanted === undefined ? {} : { expected: before + spelled(wanted) + after(wanted) }),
    ...(got === undefined ? {} : { actual: before + spelled(got) + after(got) }),
  };
}

/** Blanks at the ends, and an empty text, would be lost in a sentence. */
function spelled(text: string): string {
  return text === '' ? 'nothing' : visible(text).replace(/^ +| +$/g, (blanks) => '\\u0020'.repeat(blanks.length));
}

/** Lines end with a newline; nothing in them can move a cursor. */
export function renderDiagnosis(diagnosis: Diagnosis, options: RenderOptions = {}): string {
  const paint = (text: string, code: number): string =>
    options.colour === true ? `\u001b[${code}m${text}\u001b[0m` : text;
  const named = namedStages(diagnosis);
  const [first, ...more] = named.filter(({ sameAs }) => sameAs === undefined);
  const told = (title: string, stage: DiagnosedStage): readonly string[] => [
    ...causeLines(title, stage),
    ...sameLines(named.filter(({ sameAs }) => sameAs === stage.stage)),
  ];
  const lines = [
    paint(headline(diagnosis), 1),
    '',
    ...diagnosis.stages.map((stage) => stageLine(stage, paint)),
    ...(diagnosis.skewMs === undefined ? [] : ['', `The timestamp is ${skewInWords(diagnosis.skewMs)}.`]),
    ...(first === undefined ? [] : ['', ...told(first.state === 'open' ? 'Left open' : 'First cause', first)]),
    ...more.flatMap((stage) => ['', ...told(stage.state === 'open' ? 'Left open' : 'Also', stage)]),
    ...(diagnosis.notes.length === 0 ? [] : ['', ...diagnosis.notes.map((note) => `Note: ${visible(note)}`)]),
  ];
  return `${lines.join('\n')}\n`;
}

function stageLine(stage: DiagnosedStage, paint: (text: string, code: number) => string): string {
  const state = paint(STATES[stage.state].padEnd(7), COLOURS[stage.state]);
  const detail = stage.cause ?? stage.note ?? '';
  return `  ${state} ${STAGE_TITLES[stage.stage].padEnd(21)} ${visible(detail)}`.trimEnd();
}

function causeLines(title: string, stage: DiagnosedStage): readonly string[] {
  return [
    `${title}: ${stage.sentence ?? ''} [${stage.cause ?? ''}, interface ${stage.section ?? ''}]`,
    ...(stage.compared === undefined ? plainLines(stage) : comparedLines(stage.compared)),
    ...(stage.note === undefined ? [] : [`  note      ${visible(stage.note)}`]),
    `  fix       ${stage.fix ?? ''}`,
    ...(stage.also === undefined
      ? []
      : [`  together  ${stage.also.sentence} [${stage.also.cause}]`, `  fix       ${stage.also.fix}`]),
  ];
}

/** One mistake is told once, with the other values that it shows in. */
function sameLines(same: readonly DiagnosedStage[]): readonly string[] {
  return same.map(({ stage, cause, actual }) => {
    const what = actual === undefined ? '' : `: ${visible(actual)}`;
    return `  the same  ${STAGE_TITLES[stage]} [${cause ?? ''}]${what}`;
  });
}

function plainLines({ expected, actual }: DiagnosedStage): readonly string[] {
  return [
    ...(expected === undefined ? [] : [`  expected  ${visible(expected)}`]),
    ...(actual === undefined ? [] : [`  actual    ${visible(actual)}`]),
  ];
}

function comparedLines(compared: Comparison): readonly string[] {
  const { startsAt, offset, expected, actual, expectedEnds, actualEnds } = compared;
  const [wanted, wantedMarks] = markedLines(expected, startsAt, offset, expectedEnds);
  const [got, gotMarks] = markedLines(actual, startsAt, offset, actualEnds);
  return [
    `  compared  ${compared.what}, from character ${offset + 1} on`,
    `  expected  ${wanted}`,
    `            ${wantedMarks}`,
    `  actual    ${got}`,
    `            ${gotMarks}`,
  ];
}

/** How far a timestamp is from the clock. */
export function skewInWords(ms: number): string {
  if (ms === 0) return 'that of the clock';
  const distance = Math.abs(ms);
  const amount = distance < 120_000 ? `${distance} ms` : `${(distance / 60_000).toFixed(1)} minutes`;
  return `${amount} ${ms < 0 ? 'before' : 'after'} the clock`;
}
