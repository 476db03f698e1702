// What no signature of a report proves, in the words in which `tsi verify` says it and the README explains it.

export const SAID_OF_THE_HOLDER: string =
  'the signature proves who vouches and that nothing was changed since; it cannot prove that the target ever said what the journal ' +
  'holds, since whoever holds the key may invent a whole journal';

export const SAID_OF_THE_WITNESS: string =
  'what crossed the witness is what the journal holds: the holder of the key alone cannot have invented it. Not proven: that witness ' +
  'and holder do not act together, that what answered is the service in use, which exchange belongs to which check, what came over the ' +
  'control interface, and what the run computed by itself';
