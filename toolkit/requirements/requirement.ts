// The words of the catalogue: what an entry is, and the closed lists that its members come from. Loading is in `catalogue.ts`.
import type { StatementId } from './requirement-id.js';

/** Areas of the catalogue; the first word of every requirement id. */
export const AREAS = [
  'domain',
  'numbers',
  'time',
  'auth',
  'idempotency',
  'ack',
  'orders',
  'positions',
  'guards',
  'operations',
  'configuration',
  'subscriptions',
  'transactions',
  'account-state',
  'instruments',
  'hmr',
  'ticks',
  'delivery',
  'reconnect',
  'history',
  'errors',
  'limits',
  'versioning',
  'contract',
] as const;

export const REQUIREMENT_LEVELS = ['must', 'should', 'may'] as const;
export type RequirementLevel = (typeof REQUIREMENT_LEVELS)[number];

/** Whom the statement binds. `document`: the machine-readable description of the service. */
export const SUBJECTS = ['server', 'client', 'document'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** One normative statement of the interface. */
export interface Requirement {
  /** `<area>.<slug>`; never renamed, since checks, faults, waivers and reports name it. */
  readonly id: StatementId;
  /** The section that states it, such as `5.3`. */
  readonly section: string;
  /** The number of the rule inside the section, where rules are numbered. */
  readonly rule?: number;
  /** Further sections that say it again or that it follows from. */
  readonly also?: readonly string[];
  readonly level: RequirementLevel;
  readonly subject: Subject;
  /** In own words, one sentence. */
  readonly statement: string;
  /** Whom to ask instead of a service: a duty of clients is judged where a client is under test. */
  readonly judgedBy?: 'client';
  /** Why it cannot be judged from outside. */
  readonly untestable?: string;
  /** Ids in `open.yaml`: what the interface leaves open here, so that no check may assert it. */
  readonly open?: readonly string[];
}

/** Something that the interface leaves open. */
export interface OpenPoint {
  readonly id: string;
  readonly section: string;
  readonly how: 'declared' | 'silent' | 'unsettled';
  readonly what: string;
}

/** One of the test purposes that go beyond one check per sentence; checks name its number. */
export interface Purpose {
  readonly number: number;
  readonly kind: 'scenario' | 'property' | 'concurrent' | 'history';
  readonly what: string;
  /** Why no check covers it. */
  readonly uncovered?: string;
}

export function areaOf(requirementId: string): string {
  return requirementId.slice(0, requirementId.indexOf('.'));
}

/** The sections of the interface, and how many numbered rules each has. */
export const SECTIONS: Readonly<Record<string, number>> = {
  '1': 7,
  '2': 0,
  '2.1': 0,
  '2.2': 0,
  '2.3': 0,
  '2.4': 0,
  '2.5': 0,
  '2.6': 0,
  '3': 0,
  '4': 0,
  '4.1': 3,
  '4.2': 0,
  '4.3': 0,
  '4.4': 0,
  '4.5': 6,
  '4.6': 0,
  '5': 0,
  '5.1': 0,
  '5.2': 0,
  '5.3': 11,
  '5.4': 0,
  '5.5': 0,
  '6': 0,
  '6.1': 6,
  '6.2': 5,
  '6.3': 4,
  '6.4': 6,
  '7': 0,
  '7.1': 3,
  '7.2': 0,
  '8': 5,
  '9': 3,
};
