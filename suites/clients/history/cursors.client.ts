// Interface 1, rules 4 and 5: a client goes from page to page by the cursor that it was given, and by nothing else.
import type { JsonValue } from '../../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject } from '../../../toolkit/payload/json-kind.js';
import { honest } from '../situations/answers.js';
import { jsonCursors, paddedCursors, reservedCursors, shortPages } from '../situations/cursors.js';
import type { Situation } from '../situations/situation.js';
import { clientCheck } from '../stage/client-check.js';
import { fact, type Grounds, saidSo, seenSo, together } from '../stage/grounds.js';
import type { SeenRequest } from '../stage/seen.js';
import type { Stage } from '../stage/stage.js';

const NEEDS = { operations: ['history'] } as const;
const LIMIT = 2;
const ROWS = 9;
const LONG_AGO = '2020-01-01T00:00:00+00:00';

const SHAPES: readonly (readonly [slug: string, words: string, situation: Situation])[] = [
  ['like-base64', 'looks like padded base64', paddedCursors],
  ['like-json', 'looks like JSON', jsonCursors],
  ['with-reserved-characters', 'holds reserved characters', reservedCursors],
];

for (const [slug, words, situation] of SHAPES) {
  clientCheck(
    `history.client-opaque-cursor/${slug}`,
    { title: `hands a cursor back as it came that ${words}`, depth: 'wire', situation, needs: NEEDS },
    async (stage) => {
      const pages = await walk(stage);
      stage.reached('a second page that was asked for', pages.length > 0);
      for (const page of pages) {
        stage.expect.that(isGiven(stage, page), {
          grounds: givenBefore(stage, page),
          expected: 'a cursor exactly as an answer gave it',
          actual: String(page.read.params['cursor']),
          evidence: [page],
        });
      }
    },
  );
}

clientCheck(
  'history.client-cursor-alone/filters-on-the-first-page',
  {
    title: 'sends no filter beside a cursor, and at most a limit',
    depth: 'wire',
    situation: honest,
    needs: NEEDS,
  },
  async (stage) => {
    const filters = { from: LONG_AGO, to: '2099-12-31T23:59:59+00:00' };
    const pages = await walk(stage, filters);
    stage.reached('a second page that was asked for', pages.length > 0);
    for (const page of pages) {
      const beside = Object.keys(page.read.params).filter((name) => name !== 'cursor' && name !== 'limit');
      stage.expect.that(beside.length === 0, {
        grounds: seenSo(page, ...Object.keys(filters).map((name) => fact(`/params/${name}`, 'absent'))),
        expected: 'a cursor with at most limit beside it',
        actual: `${beside.join(' and ')} too`,
        evidence: [page],
      });
    }
  },
);

for (const [slug, title, situation, limit] of [
  [
    'equal-times-over-pages',
    'has each row once after going through all pages, rows of one time included',
    honest,
    LIMIT,
  ],
  ['pages-shorter-than-asked', 'goes on from a page that has fewer rows than it asked for', shortPages, ROWS + 1],
] as const) {
  clientCheck(`history.client-all-rows/${slug}`, { title, depth: 'outcome', situation, needs: NEEDS }, (stage) =>
    hasAllRows(stage, limit),
  );
}

async function hasAllRows(stage: Stage, limit: number): Promise<void> {
  await book(stage);
  const reply = await stage.tell('history', { what: 'deals', limit });
  const rows = rowsGiven(stage);
  const beyond = pagesBehind(stage).find((page) => !isGiven(stage, page));
  stage.expect.that(beyond === undefined, {
    grounds: beyond === undefined ? together(...pagesBehind(stage).map((page) => givenBefore(stage, page))) : {},
    expected: 'no page asked for behind the last',
    actual: `a page behind the cursor ${beyond?.read.params['cursor']}, which no answer gave`,
    evidence: beyond === undefined ? [] : [beyond],
  });
  const result = reply.kind === 'result' ? reply.result : undefined;
  const ids = result?.ids;
  if (ids === undefined) return stage.undecided('the client told no rows of its history');
  stage.expect.that(ids.length === new Set(ids).size, {
    grounds: saidSo(result, fact('/ids', 'unique', null)),
    expected: 'each row once',
    actual: `${ids.length - new Set(ids).size} of ${ids.length} twice`,
  });
  stage.expect.that(ids.length === ROWS, {
    grounds: saidSo(result, fact('/ids', 'lengthIs', ROWS)),
    expected: `${ROWS} deals`,
    actual: `${ids.length} from ${rows.length} pages`,
    evidence: rows,
  });
}

/** The requests for pages behind the first. */
async function walk(
  stage: Stage,
  filters: { readonly from?: string; readonly to?: string } = {},
): Promise<readonly SeenRequest[]> {
  await book(stage);
  await stage.tell('history', { what: 'deals', limit: LIMIT, ...filters });
  return pagesBehind(stage);
}

function pagesBehind(stage: Stage): readonly SeenRequest[] {
  return stage.seen.requests('dealHistory').filter(({ read }) => read.params['cursor'] !== undefined);
}

/** A plus sign in a query is a blank to some and itself to others. */
function isGiven(stage: Stage, page: SeenRequest): boolean {
  const cursor = String(page.read.params['cursor']);
  const given = textsBefore(stage, page);
  return given.has(cursor) || given.has(cursor.replaceAll(' ', '+'));
}

/** Where an answer before had the cursor, in which member. */
function givenBefore(stage: Stage, page: SeenRequest): Grounds {
  const cursor = String(page.read.params['cursor']);
  for (const { answer } of rowsGiven(stage)) {
    if (answer?.json === undefined || answer.seq >= page.seq) continue;
    const given = [...placesIn(answer.json, '/body')].find(([, text]) =>
      [cursor, cursor.replaceAll(' ', '+')].includes(text),
    );
    if (given === undefined) continue;
    const [pointer, text] = given;
    return together(
      seenSo(answer, fact(pointer, 'equals', text)),
      seenSo(page, fact('/params/cursor', 'oneOf', [text, text.replaceAll('+', ' ')])),
    );
  }
  return {};
}

/** The texts of an answer by their pointers. */
function* placesIn(value: JsonValue, pointer: string): Generator<readonly [pointer: string, text: string]> {
  if (typeof value === 'string') yield [pointer, value];
  else if (isJsonArray(value)) for (const [at, one] of value.entries()) yield* placesIn(one, `${pointer}/${at}`);
  else if (isJsonObject(value))
    for (const [name, one] of Object.entries(value)) yield* placesIn(one, `${pointer}/${name}`);
}

/** Deals at one time or nearly so, enough for several pages. */
async function book(stage: Stage): Promise<void> {
  for (let row = 1; row <= ROWS; row += 1) {
    await stage.control('account.deposit', { kind: 'balance', amount: `${row}.00` });
  }
}

function rowsGiven(stage: Stage): readonly SeenRequest[] {
  return stage.seen.requests('dealHistory').filter(({ answer }) => answer !== undefined);
}

/** Every text that an answer to a page held before. */
function textsBefore(stage: Stage, page: SeenRequest): ReadonlySet<string> {
  const answers = rowsGiven(stage).flatMap(({ answer }) =>
    answer?.json !== undefined && answer.seq < page.seq ? [answer.json] : [],
  );
  return new Set(answers.flatMap(textsIn));
}

function textsIn(value: JsonValue): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(textsIn);
  if (isJsonObject(value)) return Object.values(value).flatMap(textsIn);
  return value === null ? [] : [String(value)];
}
