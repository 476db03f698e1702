// The data form of the dialect, complete: what a profile's `dialect` becomes once the defaults are filled in.
// Its members with what an editor says of them are tables in `members.ts`, the defaults are in `default-spelling.ts`, the
// meaning of every member in `compile.ts` and the files that it composes.
// Type aliases rather than interfaces, so that a spec is a `JsonObject` without a cast.
import type { JsonPrimitive, JsonValue } from '../../payload/json.js';
import type { FrameDocuments, RequestName } from './dialect.js';
import type { BODIES, ENTITIES, MESSAGES, Part } from './members.js';
import type { MessageKind } from './views.js';
import type { OPERATION_STATES, Vocabulary } from './vocabularies.js';

/** JSON Pointers (RFC 6901), tried in order; the first that finds something wins. `@key` is the name under which an item of a map lies. */
export type Pointers = string | readonly string[];

/** A binding that may be absent: null says that the target has nothing of the kind. */
export type Binding = Pointers | null;

/** What a value must be: one literal, one of several, or there (or not there) at all. */
export type Condition =
  | JsonPrimitive
  | readonly JsonPrimitive[]
  | { readonly present: true }
  | { readonly absent: true };

/** Conditions by pointer (in messages and bodies) or by parameter name (in requests); all must hold. */
export type Match = { readonly [place: string]: Condition };

/** One match, or several of which one must hold. */
export type When = Match | readonly Match[];

/**
 * Where entities lie. The value found may be a list, one object, null, or a map by id; `where` keeps some of its items,
 * `item` says where in an item the entity itself lies, `form` settles what cannot be told from the value.
 */
export type Collection =
  | Pointers
  | {
      readonly at: Pointers;
      readonly where?: When;
      readonly item?: Pointers;
      readonly form?: 'list' | 'single' | 'map';
    };

/** Members of a view by name, each with where it lies. */
export type Members = { readonly [member: string]: Binding };

/** A JSON value in which strings hold placeholders: see `template.ts`. */
export type Template = JsonValue;

export type RequestForm = {
  readonly method: string;
  /** Relative to the base URL; placeholders are percent-encoded. */
  readonly path: string;
  /** Query parameters in order; one whose placeholder has no value is left out. */
  readonly query?: { readonly [name: string]: Template };
  readonly body?: Template;
  /** Replacements that hold under conditions on the parameters, such as another body for `type: sltp`; the first that fits. */
  readonly variants?: readonly ({ readonly when: When } & Partial<Omit<RequestForm, 'variants'>>)[];
};

type CommandForm = Template;

export type CommandForms = {
  readonly subscribe: CommandForm;
  readonly unsubscribe: CommandForm;
  /** Replacements by event kind or instruments, for either action. */
  readonly variants?: readonly {
    readonly when: When;
    readonly subscribe?: CommandForm;
    readonly unsubscribe?: CommandForm;
  }[];
  /** What the ticks stream must be sent before ticks flow; null when it needs nothing. */
  readonly ticks: CommandForm | null;
};

/** By word: the target's spelling, or several of which the first is written and all are read. */
export type WordList = { readonly [word: string]: JsonPrimitive | readonly JsonPrimitive[] };

/** What a member of a kind holds. */
interface Values {
  readonly binding: Binding;
  readonly pointers: Pointers;
  readonly collection: Collection | null;
  readonly items: Collection;
  /** Conditions by state, for a target that does not show the state in one word; they go before `state`. */
  readonly states: { readonly [State in (typeof OPERATION_STATES)[number]]?: When };
  /** What must be sent back, such as a pong; `{/pointer}` takes a value of the message. */
  readonly reply: Template;
}

/** Kinds that a target may do without. */
type OptionalKind = 'states' | 'reply';

/** The values of a table of members. */
type Bound<Members> = {
  readonly [Name in keyof Members as keyof Members[Name] extends OptionalKind ? never : Name]: ValueOf<Members[Name]>;
} & {
  readonly [Name in keyof Members as keyof Members[Name] extends OptionalKind ? Name : never]?: ValueOf<Members[Name]>;
};

type ValueOf<Member> = Values[keyof Member & keyof Values];

type Parts<Table extends { readonly [part: string]: Part }> = {
  readonly [Name in keyof Table]: Bound<Table[Name]['members']>;
};

/** Root of every body but `error`, unless the body has an `at` of its own. */
export type Bodies = { readonly at: Pointers } & {
  readonly [Name in keyof typeof BODIES]: { readonly at?: Pointers } & Parts<typeof BODIES>[Name];
};

export type Frames = {
  /** `several`: in lines, glued, or after record separators; each is read like a frame of its own. */
  readonly documents: FrameDocuments;
  /**
   * Lists of messages in a frame, split one after the other: each message is the frame with the list replaced by one of its items. `/*` at
   * the end leads to a map by name.
   */
  readonly split: Pointers | null;
  /** Where a message names its kind. */
  readonly kind: Binding;
  /** Root of every message, unless the message has an `at` of its own. */
  readonly at: Pointers;
};

/** How one kind of message is recognised: by its word, by conditions, or by both. */
export type Recognition = {
  /** The target's words for the kind, looked up at `frames.kind`. */
  readonly kind?: JsonPrimitive | readonly JsonPrimitive[] | null;
  /** Conditions on the message before `at` is followed. */
  readonly when?: When;
  /** Root of the message; `frames.at` when left out. */
  readonly at?: Pointers;
};

/** The members of each kind of message, in the words of `views.ts`. */
export type MessageMembers = Parts<typeof MESSAGES>;

export type BoundMessage = Exclude<MessageKind, 'unknown'>;

export type MessageForm<Kind extends BoundMessage> = Recognition & MessageMembers[Kind];

/** One form, several that occur side by side, or null for a kind that the target never sends. */
export type Messages = {
  readonly [Kind in BoundMessage]: MessageForm<Kind> | readonly MessageForm<Kind>[] | null;
};

type Entities = Parts<typeof ENTITIES> & {
  /** Where given, tells balance deals from trading deals. */
  readonly balanceWhen: When | null;
};

/** Of all, of none, of requests alone, of handshakes alone. */
export type SignBasePath = boolean | 'requests' | 'streams';

export type EmptyValues = 'written' | 'left-out';

export type DialectSpec = {
  readonly requests: { readonly [Name in RequestName]?: RequestForm };
  /** Whether the path of the base URL is part of the signed path (interface 4.5.1, 5.2; open for a base URL that has one). */
  readonly signBasePath: SignBasePath;
  readonly commands: CommandForms;
  readonly words: { readonly [Name in Vocabulary]: WordList };
  readonly bodies: Bodies;
  /** How the target writes lists that hold nothing, a false and a zero: like any others, or not at all. */
  readonly emptyValues: EmptyValues;
  readonly frames: Frames;
  readonly messages: Messages;
  readonly entities: Entities;
  /** Patterns of members that hold date-times, in every body and message: pointers with `*` for any one step and `**` for any number. */
  readonly dateTimes: readonly string[];
  readonly examples?: Examples;
};

/** What a target writes, whole, by part: of use to who writes for the target what the dialect does not read. */
export type Examples = {
  readonly bodies?: { readonly [Name in keyof typeof BODIES]?: JsonValue };
  readonly messages?: { readonly [Kind in BoundMessage]?: JsonValue };
  readonly entities?: { readonly [Name in keyof typeof ENTITIES]?: JsonValue };
};
