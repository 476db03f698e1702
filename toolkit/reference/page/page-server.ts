// The page of a sandbox on its control port, which is always on loopback: `GET /ui` is the page, `GET /ui/state` what it shows now.
// Its buttons are calls of the control interface. Nobody but this page may read it: other pages are told by what browsers say of them.
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import { CONTROL_ACTIONS } from '../../profile/control/actions.js';
import type { Engine } from '../engine/engine.js';
import { hostNameOf, isLoopback } from '../http/loopback.js';
import { pathOf, queryOf } from '../http/raw-request.js';
import { timeOf } from '../notes/notebook.js';
import { shownAccount } from './page-of-account.js';
import type { PageState } from './page-state.js';
import type { Recorder } from './recorder.js';

export interface SandboxPage {
  /** The answer, when the request is one of the page's own. */
  answer(request: IncomingMessage): PageAnswer | undefined;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const ACTIONS = Object.entries(CONTROL_ACTIONS).map(([name, { summary, params }]) => ({ name, summary, params }));

export function createSandboxPage(name: string, engine: Engine, recorder: Recorder): SandboxPage {
  let html: Buffer | undefined;
  return {
    answer: (request) => {
      const target = request.url ?? '';
      const path = pathOf(target);
      if (request.method !== 'GET' || (path !== '/ui' && path !== '/ui/state')) return undefined;
      if (!isLoopback(hostNameOf(request.headers.host ?? ''))) {
        return answerOf(403, 'text/plain', 'expected a Host of this machine');
      }
      if (path === '/ui') {
        html ??= pageText();
        return answerOf(200, 'text/html; charset=utf-8', html);
      }
      if (isForeign(request)) return answerOf(403, 'text/plain', 'another page may not read this one');
      const query = queryOf(target);
      const after = Number(query.get('after') ?? 0);
      const state = stateOf({ name, engine, recorder }, query.get('account'), after);
      return answerOf(200, 'application/json', JSON.stringify(state));
    },
  };
}

interface Sandbox {
  readonly name: string;
  readonly engine: Engine;
  readonly recorder: Recorder;
}

/** Of the account that is asked for, or the first one, with the frames that came after that number. */
function stateOf({ name, engine, recorder }: Sandbox, asked: string | null, after: number): PageState {
  const accounts = engine.accounts();
  const chosen = accounts.find(({ id }) => id === asked) ?? accounts[0];
  const account = shownAccount(engine.view(chosen?.id ?? ''));
  return {
    name,
    at: timeOf(engine.clock.nowMs()),
    accounts: accounts.map(({ id, currency }) => ({ id, currency })),
    account,
    frames: recorder.framesAfter(after, account.id),
    refusals: recorder.refusals,
    actions: ACTIONS,
  };
}

/** Whether a page other than this one asks; a program says nothing of the kind. */
function isForeign({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return (
    (site !== undefined && site !== 'same-origin' && site !== 'none') || !isOwnOrigin(headers.origin, headers.host)
  );
}

export function isOwnPage({ headers }: IncomingMessage): boolean {
  const { origin, host = '' } = headers;
  return (
    origin !== undefined &&
    isOwnOrigin(origin, host) &&
    isLoopback(hostNameOf(host)) &&
    (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'
  );
}

function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || origin === `http://${host}`;
}

function pageText(): Buffer {
  try {
    return readFileSync(join(packageRoot(), 'dist', 'sandbox.html'));
  } catch {
    const text = '<p>The page is not built; in a checkout, "npm run build" makes it.</p>';
    return Buffer.from(`<!doctype html><title>Sandbox</title>${text}`);
  }
}

function answerOf(status: number, type: string, body: string | Buffer): PageAnswer {
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
  return { status, headers, body: typeof body === 'string' ? Buffer.from(body) : body };
}
