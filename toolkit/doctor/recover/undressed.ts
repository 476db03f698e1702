// A base64 text in the escapes of another place (interface 5.1): what JSON, mail and two rounds of percent-encoding make of its marks.
import { unpercent } from './texts.js';

export interface Undressed {
  readonly how: string;
  readonly plain: string;
  /** Where the escapes themselves are the mistake, and not what they hold. */
  readonly isPercent?: true;
}

const fromHexadecimal = (_all: string, pair: string): string => String.fromCharCode(Number.parseInt(pair, 16));

/** The texts that it may have been, of those that differ from it. */
export function undressed(text: string): readonly Undressed[] {
  const all: readonly Undressed[] = [
    {
      how: 'with \\u003d and its like for its marks, as JSON escapes them',
      plain: text.replace(/\\u00([0-9a-f]{2})/gi, fromHexadecimal),
    },
    {
      how: 'with =3D and its like for its marks, as mail escapes them',
      plain: text.replace(/=(2[BDF]|3D|5F)/g, fromHexadecimal),
    },
    { how: 'percent-encoded twice', plain: /%25/.test(text) ? unpercent(unpercent(text)) : text, isPercent: true },
  ];
  return all.filter(({ plain }) => plain !== text);
}
