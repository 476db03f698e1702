/** The letters behind a backslash that C and most languages after it share, with the bytes that they stand for. */
export const C_ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };
