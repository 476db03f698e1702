// What the sandbox is like now: asked for once a second while the page is visible, and at once after an action. Frames come in
// pieces, each piece what is new since the last.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { PageState, ShownFrame } from '../page-state.js';

const EVERY_MS = 1000;
const MOST_FRAMES = 300;

export interface Live {
  readonly state: PageState | undefined;
  readonly frames: readonly ShownFrame[];
  /** Whether the sandbox answers. */
  readonly isUp: boolean;
  readonly choose: (account: string) => void;
  /** Performs a control action and tells how it went. */
  readonly perform: (action: string, params: Readonly<Record<string, string>>) => Promise<string>;
}

export function useLive(): Live {
  const [state, setState] = useState<PageState>();
  const [frames, setFrames] = useState<readonly ShownFrame[]>([]);
  const [isUp, setUp] = useState(true);
  const [account, setAccount] = useState('');
  const seen = useRef({ account: '', serial: 0 });

  const ask = useCallback(async () => {
    try {
      const answer = await fetch(`ui/state?account=${encodeURIComponent(account)}&after=${seen.current.serial}`);
      // The server of this page, which is of the same version.
      const next = (await answer.json()) as PageState;
      const isOther = next.account.id !== seen.current.account;
      const last = next.frames.at(-1)?.serial ?? seen.current.serial;
      // A slower answer to an earlier question would bring frames that are here already.
      const fresh = isOther ? next.frames : next.frames.filter(({ serial }) => serial > seen.current.serial);
      seen.current = { account: next.account.id, serial: Math.max(last, seen.current.serial) };
      setFrames((before) => [...(isOther ? [] : before), ...fresh].slice(-MOST_FRAMES));
      setState(next);
      setUp(true);
    } catch {
      setUp(false);
    }
  }, [account]);

  useEffect(() => {
    void ask();
    const timer = setInterval(() => {
      if (!document.hidden) void ask();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [ask]);

  const choose = (id: string): void => {
    seen.current = { account: '', serial: 0 };
    setAccount(id);
  };
  const perform = async (action: string, params: Readonly<Record<string, string>>): Promise<string> => {
    try {
      const answer = await fetch(action, { method: 'POST', body: JSON.stringify(params) });
      const text = await answer.text();
      await ask();
      return answer.ok ? `${action}: done${text === '{}' ? '' : ` ${text}`}` : `${action}: refused ${text}`;
    } catch {
      return `${action}: the sandbox does not answer`;
    }
  };
  return { state, frames, isUp, choose, perform };
}
