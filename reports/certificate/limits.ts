// What no signature of a report proves, in the words in which `tsi verify` says it and the README explains it.

export const SAID_OF_THE_HOLDER: string =
  'the signature proves who vouches and that nothing was changed since; it cannot prove that the target ever said what the journal ' +
  'holds, since whoever holds the key may invent a whole journal';
