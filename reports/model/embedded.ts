// What a run judges that no profile was given to: said in the first line, the headline, and by `tsi verify`.
export const EMBEDDED = 'the embedded reference service, not your target';
