// What happens to a client that comes back to the events stream after one of its connections ended (interface 6.4): nobody promises that
// the new connection lasts, nor that its first message arrives whole.
import type { Frame, Rules } from '../../../toolkit/reference/index.js';
import type { Situation } from './situation.js';

type Kind = (kind: string) => boolean;

const isSnapshot: Kind = (kind) => kind === 'trading_state_snapshot';
const isFirstWord: Kind = (kind) => isSnapshot(kind) || kind === 'command_accepted';

/** Changes the first frame of that kind on a connection that comes after another ended, so often in all. */
function onReturn(times: number, isMeant: Kind, change: (frame: Frame) => Frame) {
  return ({ initial, frames }: Rules): Partial<Rules> => {
    const returned = new Set<string>();
    let left = times;
    return {
      initial: (previous, context) => {
        if (previous !== undefined && context.stream === 'events') returned.add(context.id);
        return initial(previous, context);
      },
      frames: (text, context) => {
        const sent = frames(text, context);
        const [first, ...rest] = sent;
        if (left === 0 || first === undefined || !isMeant(context.kind) || !returned.has(context.connectionId)) {
          return sent;
        }
        left -= 1;
        returned.delete(context.connectionId);
        return [change(first), ...rest];
      },
    };
  };
}

const cut = (frame: Frame): Frame => ({ ...frame, cutAfter: 0 });

export const cutInSnapshot: Situation = {
  id: 'cut-in-snapshot',
  section: '6.4',
  points: ['ws-details'],
  summary: 'The connection on which a client returns is cut in the midst of its snapshot, which comes in fragments.',
  rules: onReturn(1, isSnapshot, (frame) => ({ ...frame, fragments: 8, cutAfter: 6 })),
};

export const cutBeforeAnswer: Situation = {
  id: 'cut-before-answer',
  section: '6.4',
  points: ['ws-details'],
  summary: 'The connection on which a client returns is cut when it has subscribed, before any answer.',
  rules: onReturn(1, isFirstWord, cut),
};

export const cutTwiceAgain: Situation = {
  id: 'cut-twice-again',
  section: '6.4',
  points: ['ws-details'],
  summary: 'The first two connections on which a client returns are cut before their snapshot.',
  rules: onReturn(2, isSnapshot, cut),
};

export const gluedFirstFrames: Situation = {
  id: 'glued-first-frames',
  section: '4.5',
  points: ['ws-details'],
  summary:
    'The first frame of a stream comes in the same segment as the answer to its handshake, where the service speaks first.',
  rules: () => ({ gluesFirstFrames: () => true }),
};

/** Every so many frames one is cut; another number each time, the same in every run. */
function cuts(seed: number): NonNullable<Situation['rules']> {
  return ({ frames }) => {
    let [at, left] = [seed, 4];
    return {
      frames: (text, context) => {
        const sent = frames(text, context);
        at -= 1;
        const [first] = sent;
        if (left === 0 || at > 0 || first === undefined || context.stream !== 'events') return sent;
        left -= 1;
        at = 2 + ((seed * 7 + left * 5) % 6);
        return [cut(first)];
      },
    };
  };
}

function cutAnywhere(seed: number): Situation {
  return {
    id: `cut-anywhere-${seed}`,
    section: '6.4',
    points: ['ws-details', 'buffer-size'],
    summary: 'Four frames in all never arrive, since their connections are cut in their place.',
    rules: cuts(seed),
  };
}

export const cutAnywhereSoon: Situation = cutAnywhere(3);
export const cutAnywhereLater: Situation = cutAnywhere(4);
export const cutAnywhereLate: Situation = cutAnywhere(6);
