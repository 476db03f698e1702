// The exit codes of `tsi`: one home for what CI decides on. Everything else reads them from here.

export const EXIT = {
  conformant: 0,
  /** At least one check failed (or a waiver is wrong, or a leak was left where the policy forbids it). */
  notConformant: 1,
  /** Unknown option or selector, malformed profile, unreadable key: nothing was sent. */
  usage: 2,
  /** The target does not answer, or does not speak the interface. */
  unreachable: 3,
  /** The suite is in error, or it lost results. */
  suiteError: 4,
  nothingSelected: 5,
  /** More is undecided than the profile accepts, or what was judged is nobody's target. */
  incomplete: 6,
  /** A signature, digest, vector or document did not verify. */
  verificationFailed: 7,
  interrupted: 130,
  /** What was printed is all that the command had to give, and its reader went away (128 + SIGPIPE). */
  readerGone: 141,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Their meaning in one line each, for `tsi --help`. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  conformant: 'conformant; for other commands, done',
  notConformant: 'not conformant',
  usage: 'usage or profile error, nothing was sent',
  unreachable: 'target unreachable or not speaking the interface',
  suiteError: 'the suite is in error or lost results',
  nothingSelected: 'nothing selected',
  incomplete: 'incomplete: more is undecided than the profile accepts',
  verificationFailed: 'a verification failed',
  interrupted: 'interrupted (SIGINT)',
  readerGone: 'the reader of the output went away, and the output is all there is; tsi run goes on and keeps its code',
  terminated: 'terminated (SIGTERM)',
};
