// What a client under test was told and what it said, as records of its run have it.
import type { JsonValue } from '../../toolkit/payload/json.js';
import { isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import type { ViewerRecord } from '../render/viewer-data.js';
import { textOf } from './items.js';

const MOST = 120;

export function isIntent({ kind, parsed }: Pick<ViewerRecord, 'kind' | 'parsed'>): boolean {
  return kind === 'info' && (memberOf(parsed, 'told') !== undefined || memberOf(parsed, 'answered') !== undefined);
}

/** `told: place limit buy 0.01 EURUSD`, or `says to place: success`. */
export function intentText({ parsed }: Pick<ViewerRecord, 'parsed'>): string {
  const told = memberOf(parsed, 'told');
  if (told !== undefined) {
    return `told: ${textOf(memberOf(told, 'operation'))} ${membersOf(memberOf(told, 'input'))}`.trim();
  }
  const answered = memberOf(parsed, 'answered');
  return `says to ${textOf(memberOf(answered, 'operation'))}: ${saidOf(memberOf(answered, 'said'))}`;
}

/** For a mark in a picture: `place`, `success`. */
export function intentLabel({ parsed }: Pick<ViewerRecord, 'parsed'>): string {
  const told = memberOf(parsed, 'told');
  if (told !== undefined) return `told: ${textOf(memberOf(told, 'operation'))}`;
  const answered = memberOf(parsed, 'answered');
  const said = memberOf(answered, 'said');
  return `${textOf(memberOf(answered, 'operation'))}: ${textOf(memberOf(said, 'state') ?? memberOf(said, 'kind') ?? 'done')}`;
}

function membersOf(input: JsonValue | undefined): string {
  if (!isJsonObject(input)) return '';
  return short(Object.values(input).map(textOf).join(' '));
}

function saidOf(said: JsonValue | undefined): string {
  const state = memberOf(said, 'state');
  if (typeof state !== 'string') {
    return short(isJsonObject(said) && Object.keys(said).length === 0 ? 'done' : textOf(said ?? null));
  }
  const code = memberOf(said, 'code');
  return code === undefined || code === null ? state : `${state}, code ${textOf(code)}`;
}

function short(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST)}...`;
}
