/// <reference lib="dom" />
// A diagnosis as elements of the page. Texts of the capture become text nodes only, so that nothing in them is ever markup.
import { type Comparison, type DiagnosedStage, type Diagnosis, namedStages } from '../diagnosis.js';
import { headline, STAGE_TITLES, skewInWords } from '../render.js';
import { visible } from '../search/difference.js';

const STATES = { ok: 'ok', broken: 'broken', open: 'left open', unknown: 'not judged' } as const;

type Child = Node | string;

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    made.setAttribute(attribute, value);
  }
  made.append(...children);
  return made;
}

export function diagnosisElements(diagnosis: Diagnosis): readonly HTMLElement[] {
  const className = { correct: 'ok', broken: 'broken', undecided: 'unknown' }[diagnosis.verdict];
  const [first, ...more] = namedStages(diagnosis);
  return [
    element('p', { class: `headline ${className}`, id: 'headline' }, headline(diagnosis)),
    ...(first === undefined ? [] : [causeElement(first.state === 'open' ? 'Left open' : 'First cause', first)]),
    ...more.map((stage) => causeElement('Also', stage)),
    element('h2', {}, 'Stages'),
    element('table', {}, element('tbody', {}, ...diagnosis.stages.map(stageRow))),
    ...(diagnosis.skewMs === undefined ? [] : [element('p', {}, `The timestamp is ${skewInWords(diagnosis.skewMs)}.`)]),
    ...diagnosis.notes.map((note) => element('p', {}, `Note: ${visible(note)}`)),
  ];
}

export function problemElement(sentence: string): HTMLElement {
  return element('p', { class: 'headline broken', id: 'headline' }, visible(sentence));
}

function stageRow(stage: DiagnosedStage): HTMLElement {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, STAGE_TITLES[stage.stage]),
    element('td', { class: stage.state }, STATES[stage.state]),
    element('td', {}, stage.cause === undefined ? visible(stage.note ?? '') : element('code', {}, stage.cause)),
  );
}

function causeElement(title: string, stage: DiagnosedStage): HTMLElement {
  return element(
    'section',
    { class: 'cause' },
    element('h2', {}, `${title}: ${STAGE_TITLES[stage.stage]}`),
    element(
      'p',
      {},
      `${stage.sentence ?? ''} `,
      element('code', {}, stage.cause ?? ''),
      ` (interface ${stage.section ?? ''})`,
    ),
    ...(stage.compared === undefined ? plain(stage) : compared(stage.compared)),
    element('p', {}, element('strong', {}, 'Fix: '), stage.fix ?? ''),
  );
}

function plain({ expected, actual }: DiagnosedStage): readonly HTMLElement[] {
  return [
    ...(expected === undefined ? [] : [element('div', {}, 'Expected', element('pre', {}, visible(expected)))]),
    ...(actual === undefined ? [] : [element('div', {}, 'Actual', element('pre', {}, visible(actual)))]),
  ];
}

function compared(texts: Comparison): readonly HTMLElement[] {
  return [
    element('div', {}, `Expected (${texts.what})`, marked(texts.expected, texts, texts.expectedEnds)),
    element('div', {}, 'Actual', marked(texts.actual, texts, texts.actualEnds)),
  ];
}

function marked(text: string, { startsAt, offset }: Comparison, ends: number): HTMLElement {
  const [from, to] = [offset - startsAt, Math.max(offset, ends) - startsAt];
  return element(
    'pre',
    {},
    `${startsAt > 0 ? '…' : ''}${visible(text.slice(0, from))}`,
    // An empty mark still shows, by its outline, where something is missing.
    element('mark', {}, visible(text.slice(from, to))),
    visible(text.slice(to)),
  );
}
