// What narrows a listing of history (interface 1, rule 5), in the words of requests: limit and cursor are no filters.
import type { JsonObject } from '../../payload/json.js';
import { has } from './views.js';

const FILTERS = ['from', 'to', 'instrument'] as const;

/** Those that a request names. */
export function filtersIn(params: JsonObject | undefined): readonly string[] {
  return params === undefined ? [] : FILTERS.filter((name) => has(params, name));
}
