/** Why a check is undecided that needs a list which the dialect does not find. */
export const unlisted = (where: string, what: string): string =>
  `${where} shows no list of ${what}; bind it in the dialect, or state emptyValues: left-out where it leaves out what is empty`;
