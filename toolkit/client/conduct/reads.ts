// How a client reads collections and configuration (interface 1, rules 4 and 5; 2.4; 4.4).

/** One page as the client that decides about the next one sees it. */
export interface PageFacts {
  /** How many pages have been read, this one included. */
  readonly pages: number;
  readonly cursor: string | undefined;
  readonly rows: number;
  /** How many rows a page was to have; undefined where the service chooses. */
  readonly asked: number | undefined;
}

export interface Row {
  readonly id: string;
  readonly time: string | undefined;
}

export interface Filters {
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
}

export interface Reads {
  /** A cursor as it is handed back. */
  readonly cursor: (cursor: string) => string;
  /** What goes beside a cursor. */
  readonly besideCursor: (filters: Filters) => Filters;
  /** The rows of a page that are kept; `last` is the one kept before. */
  readonly rows: (rows: readonly Row[], last: Row | undefined) => readonly Row[];
  /** The cursor of the next page; undefined when there is none. */
  readonly nextCursor: (page: PageFacts) => string | undefined;
  /** Whether conditions once read serve every account. */
  readonly sharesConditions: boolean;
}

export const HONEST_READS: Reads = {
  cursor: (cursor) => cursor,
  besideCursor: ({ limit }) => (limit === undefined ? {} : { limit }),
  rows: (rows) => rows,
  nextCursor: ({ cursor }) => cursor,
  sharesConditions: false,
};
