// What no signature of a report proves, in the words in which `tsi verify` says it and the README explains it.

export const SAID_OF_THE_HOLDER: string =
  'the signature proves who vouches and that nothing was changed since; it cannot prove that the target ever said what the journal ' +
  'holds, since whoever holds the key may invent a whole journal';

/** What the holder can forge in a witnessed report, too; each is named in the README, and `npm run tamper` tries them. */
export const UNSEEN_BY_A_WITNESS = {
  demanded: 'what was asserted and of what, what it demanded and how much it weighs',
  computed: 'what the run computed itself',
  belonging: 'which exchange belongs to which check and account',
  raw: 'what was sent on streams with frames that are wrong on purpose',
  elsewhere: 'an OpenAPI document that came from elsewhere',
  control: 'what came over the control interface',
  remarks: "the suite's own remarks",
  ends: 'how a stream or a request without an answer ended, with the last messages',
  moments: 'moments within the order of the journal',
} as const;

export type UnseenByAWitness = keyof typeof UNSEEN_BY_A_WITNESS;

export const SAID_OF_THE_WITNESS: string =
  'what crossed the witness is what the journal holds: the holder of the key alone cannot have invented it. Not proven: that witness ' +
  'and holder do not act together, that what answered is the service in use, and what no witness sees: ' +
  Object.values(UNSEEN_BY_A_WITNESS).join('; ');
