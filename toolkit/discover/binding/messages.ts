// Proposals for `frames` and `messages`: which message is which, how it is told, where its members lie. What the interface states keeps
// its name and place: where it is not found there, that is a remark and nothing is bound (interface 2.2, 6).
import type { JsonValue } from '../../payload/json.js';
import { parsePointer } from '../../profile/dialect/reading/pointer.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import { type Match, matchMembers } from '../meaning/match-members.js';
import { SENSES, type Sense } from '../meaning/synonyms.js';
import type { Confidence, Proposal } from '../proposals/proposal.js';
import { eitherOf, placeAt, placesIn, pointerOf, type Shape } from '../shape/shape.js';
import { classify } from './classify.js';
import { collectionForm, findCollection, findHolder } from './collections.js';
import type { Material } from './material.js';
import { type Classes, recognise } from './recognition.js';

export interface MessageProposals {
  readonly proposals: readonly Proposal[];
  readonly remarks: readonly string[];
  readonly classes: Classes;
  /** By kind: the shape of the message at its root. */
  readonly roots: ReadonlyMap<BoundMessage, Shape>;
}

const NO_KIND =
  'which place tells the kinds of messages? None does for all that came, nor do members: state frames.kind, or messages.*.when, by hand';

const STATED_AT_ROOT: Readonly<Partial<Record<BoundMessage, Readonly<Record<string, string>>>>> = {
  transaction_event: {
    status: 'status',
    operationId: 'operation_id',
    clientRequestId: 'client_request_id',
    errorCode: 'error_code',
    errorMessage: 'error_message',
  },
  instrument_event: { action: 'action' },
  hmr_snapshot: { periods: 'periods' },
  hmr_update: { upserted: 'upserted_periods', removedIds: 'removed_period_ids' },
};

export function bindMessages({ messages, instruments, frames, commandIds }: Material): MessageProposals {
  const classes = new Map<BoundMessage, Shape[]>();
  const strangers: Shape[] = [];
  /** Kinds of which a message came that the profile at hand does not read as such. */
  const unread = new Set<BoundMessage>();
  const remarks: string[] = [];
  for (const message of messages) {
    const kind = classify(message);
    if (kind === undefined) {
      strangers.push(message.shape);
      remarks.push(`a message was not understood: ${describe(message.shape)}`);
    } else {
      classes.set(kind, [...(classes.get(kind) ?? []), message.shape]);
      if (message.kind !== kind) unread.add(kind);
    }
  }
  if (classes.size === 0) return { proposals: [], remarks, classes, roots: new Map() };
  const recognised = recognise(classes, strangers, instruments, frames?.kind);
  const proposals: Proposal[] = [];
  const roots = new Map<BoundMessage, Shape>();
  const [anyShape] = [...classes.values()].flat();
  const whole = frames?.at ?? envelopeOf(classes, recognised.rules);
  if (frames === undefined) {
    if (recognised.kind !== undefined) proposals.push(frame('kind', recognised.kind, anyShape));
    else remarks.push(NO_KIND);
    proposals.push(frame('at', pointerOf(whole), anyShape));
  }
  for (const [kind, shapes] of classes) {
    const shape = eitherOf(shapes);
    if (shape === undefined) continue;
    const rule = recognised.rules.get(kind) ?? {};
    const put = (member: string, value: JsonValue, confidence: Confidence, from: string): void => {
      proposals.push({ place: ['dialect', 'messages', kind, member], value, reason: from, confidence });
    };
    if (recognised.rules.get(kind) === undefined && unread.has(kind)) {
      remarks.push(`nothing tells ${kind} from other messages: ${describe(shape)}`);
    }
    for (const [member, value] of Object.entries(rule)) if (member !== 'at') put(member, value, 'likely', shape.from);
    const root = typeof rule['at'] === 'string' ? parsePointer(rule['at']) : rootOf(kind, shape, whole);
    // An ignored message stays whole.
    if (pointerOf(root) !== pointerOf(whole) && kind !== 'ignored') put('at', pointerOf(root), 'likely', shape.from);
    const inner = placeAt(shape, root) ?? shape;
    roots.set(kind, inner);
    remarks.push(
      ...bindMembers(kind, inner, { instruments, commandIds }, (member, value, ...rest) => {
        // The word that tells the kind is no answer to what the command asked for.
        if (typeof recognised.kind !== 'string' || `${pointerOf(root)}${String(value)}` !== recognised.kind) {
          put(member, value, ...rest);
        }
      }),
    );
  }
  return { proposals, remarks, classes, roots };
}

function frame(member: string, value: JsonValue, shape: Shape | undefined): Proposal {
  const reason =
    member === 'kind' && value === null
      ? 'no place names the kinds of all messages'
      : `all messages, such as ${shape?.from ?? ''}`;
  return { place: ['dialect', 'frames', member], value, reason, confidence: 'likely' };
}

/** An envelope that all messages have: where the transaction event begins, if every other event has it too. */
function envelopeOf(
  classes: Classes,
  rules: ReadonlyMap<BoundMessage, Readonly<Record<string, JsonValue>>>,
): readonly string[] {
  const shape = eitherOf(classes.get('transaction_event') ?? []);
  if (shape === undefined || rules.get('transaction_event')?.['at'] !== undefined) return [];
  const root = parentOf(shape, 'status') ?? [];
  const events = [...classes].filter(
    ([kind]) => kind.endsWith('_event') || kind.endsWith('snapshot') || kind === 'hmr_update',
  );
  const isShared = events.every(([, shapes]) =>
    shapes.every((one) => placeAt(one, root)?.kinds.has('object') ?? false),
  );
  return isShared && root.at(-1) !== 'payload' ? root : [];
}

function rootOf(kind: BoundMessage, shape: Shape, whole: readonly string[]): readonly string[] {
  if (kind === 'transaction_event') return parentOf(shape, 'status') ?? whole;
  return placeAt(shape, whole) === undefined || kind.startsWith('command_') ? [] : whole;
}

function parentOf(shape: Shape, name: string): readonly string[] | undefined {
  return placesIn(shape)
    .find(({ steps }) => steps.at(-1) === name)
    ?.steps.slice(0, -1);
}

type Put = (member: string, value: JsonValue, confidence: Confidence, from: string) => void;

type Told = Pick<Material, 'instruments'> & { readonly commandIds: Material['commandIds'] | undefined };

function bindMembers(kind: BoundMessage, root: Shape, { instruments, commandIds }: Told, put: Put): readonly string[] {
  const remarks: string[] = [];
  for (const [member, name] of Object.entries(STATED_AT_ROOT[kind] ?? {})) {
    const there = root.members.get(name);
    if (there !== undefined) put(member, pointerOf([name]), 'sure', there.from);
    else {
      const elsewhere = placesIn(root).find(({ steps }) => steps.at(-1) === name);
      if (elsewhere !== undefined)
        remarks.push(
          `${kind}: the interface states ${name} at the top, it lies at ${pointerOf(elsewhere.steps)}; not bound`,
        );
    }
  }
  switch (kind) {
    case 'transaction_event':
      bindState(root, ['orders', 'deals', 'positions'], put);
      break;
    case 'trading_state_snapshot':
      bindState(root, ['orders', 'positions'], put);
      break;
    case 'account_state_event':
      bindState(root, [], put);
      break;
    case 'instrument_event':
      bindInstrumentEvent(root, put);
      break;
    case 'tick':
      putMatches(matchMembers(root, senses('tick'), instrumentsOf(root, instruments)), put);
      break;
    case 'command_accepted':
    case 'command_refused':
      bindAnswer(kind, root, commandIds, put);
      break;
    default:
  }
  return remarks;
}

function bindState(root: Shape, names: readonly ('orders' | 'deals' | 'positions')[], put: Put): void {
  for (const name of names) {
    const found = findCollection(root, name);
    if (found !== undefined)
      put(
        name,
        collectionForm(found, 0),
        found.item === undefined ? 'likely' : 'sure',
        placeAt(root, found.steps)?.from ?? root.from,
      );
  }
  const state = findHolder(root, ['balance', 'equity', 'used_margin']);
  if (state !== undefined) put('accountState', pointerOf(state), 'sure', placeAt(root, state)?.from ?? root.from);
}

function bindInstrumentEvent(root: Shape, put: Put): void {
  const conditions = findHolder(root, ['volume_min', 'volume_max', 'volume_step', 'point_digits']);
  if (conditions !== undefined) {
    put('conditions', pointerOf(conditions), 'sure', placeAt(root, conditions)?.from ?? root.from);
  }
  const { instrument } = SENSES['tick'] ?? {};
  if (instrument !== undefined) putMatches(matchMembers(root, { instrument }), put);
}

function bindAnswer(
  kind: 'command_accepted' | 'command_refused',
  root: Shape,
  commandIds: ReadonlySet<string> | undefined,
  put: Put,
): void {
  const { commandId, ...rest } = senses('answer');
  putMatches(matchMembers(root, commandIds === undefined ? senses('answer') : rest), put);
  const echo = commandIds && placesIn(root).find(({ shape }) => echoes(shape, commandIds));
  if (echo !== undefined) put('commandId', pointerOf(echo.steps), 'sure', echo.shape.from);
  if (kind === 'command_accepted') return;
  const places = placesIn(root);
  const code =
    places.find(({ steps }) => steps.slice(-2).join('/') === 'error/code') ??
    places.find(({ steps }) => steps.at(-1) === 'error_code');
  const message = places.find(({ steps }) => steps.at(-1) === 'error_message');
  if (code !== undefined) put('code', pointerOf(code.steps), 'sure', code.shape.from);
  if (message !== undefined) put('message', pointerOf(message.steps), 'sure', message.shape.from);
}

/** Nothing but identifiers of commands, of two at least: any other number there counts something. */
function echoes({ words, kinds, members }: Shape, commandIds: ReadonlySet<string>): boolean {
  if (kinds.has('object') || members.size > 0 || words.length < 2) return false;
  return words.every((word) => commandIds.has(String(word)));
}

function putMatches(matches: ReadonlyMap<string, Match>, put: Put): void {
  for (const [member, { steps, shape, confidence }] of matches) put(member, pointerOf(steps), confidence, shape.from);
}

function senses(part: string): Readonly<Record<string, Sense>> {
  return SENSES[part] ?? {};
}

/** The instrument of a tick is one that the target lists. */
function instrumentsOf(root: Shape, instruments: readonly string[]): { readonly instrument?: string } {
  const words = placesIn(root).flatMap(({ shape }) => shape.words.filter((word) => typeof word === 'string'));
  const instrument = words.find((word) => instruments.includes(word));
  return instrument === undefined ? {} : { instrument };
}

function describe({ members, names, from }: Shape): string {
  return `${[...names, ...members.keys()].slice(0, 6).join(', ') || 'without members'} (${from})`;
}
