// The place in the report as the URL's hash: `#/checks?q=volume&verdict=fail`, `#/check/<id>`. What is in the hash is only ever text.
import type { Results } from '../model/model.js';

export const VIEWS = ['overview', 'checks', 'requirements', 'latency', 'observations', 'compare'] as const;
export type View = (typeof VIEWS)[number];

export type Route =
  | { readonly view: View; readonly query: URLSearchParams }
  | { readonly view: 'check'; readonly id: string; readonly query: URLSearchParams };

/** What a page with filters shows. */
export interface Filtered {
  readonly results: Results;
  readonly query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#\/?/, '');
  const mark = text.indexOf('?');
  const path = mark === -1 ? text : text.slice(0, mark);
  const query = new URLSearchParams(mark === -1 ? '' : text.slice(mark + 1));
  if (path.startsWith('check/')) return { view: 'check', id: decode(path.slice('check/'.length)), query };
  const view = VIEWS.find((one) => one === path);
  return { view: view ?? 'overview', query };
}

export function viewHref(view: View, query?: Readonly<Record<string, string>>): string {
  const kept = Object.entries(query ?? {}).filter(([, value]) => value !== '');
  const search = new URLSearchParams(kept).toString();
  return `#/${view}${search === '' ? '' : `?${search}`}`;
}

export function requirementHref(id: string): string {
  return viewHref('requirements', { q: id });
}

export function checkHref(id: string): string {
  return `#/check/${encodeURIComponent(id)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
