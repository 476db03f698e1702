// Keys: `/` searches, `j` and `k` walk through the list, `u` goes up, `g` then a letter changes the view, `?` shows this.
import type { View } from './route.js';
import { viewHref } from './route.js';

export const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['/', 'search checks'],
  ['j, k', 'next and previous check in the list'],
  ['Enter', 'open the check'],
  ['u', 'back to the list'],
  ['o, c, r, l', 'overview, checks, requirements, latency'],
  ['?', 'show or hide these keys'],
];

const VIEW_KEYS: Readonly<Record<string, View>> = { o: 'overview', c: 'checks', r: 'requirements', l: 'latency' };

/** Returns the function that stops listening. */
export function listenToKeys(toggleHelp: () => void): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement; // key events of a page come from its elements
    if (event.key === 'Escape' && target.matches('input, select')) target.blur();
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, select, textarea')) return;
    const view = VIEW_KEYS[event.key];
    if (view !== undefined) location.hash = viewHref(view);
    else if (event.key === 'j') step(1);
    else if (event.key === 'k') step(-1);
    else if (event.key === 'u') location.hash = viewHref('checks');
    else if (event.key === '?') toggleHelp();
    else if (event.key === '/') search();
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

function step(by: number): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a.check')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement); // -1 for any other element
  links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
}

let searchWanted = false;

function search(): void {
  const field = document.getElementById('search');
  if (field !== null) {
    field.focus();
    return;
  }
  searchWanted = true;
  location.hash = viewHref('checks');
}

/** Called by the search field when it appears: takes the focus if somebody pressed `/` elsewhere. */
export function focusIfWanted(field: HTMLElement | null): void {
  if (field === null || !searchWanted) return;
  searchWanted = false;
  field.focus();
}
