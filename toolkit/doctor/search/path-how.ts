// What was done to a signed path, in words, where its cause leaves it open (interface 5.2; 5.3, rule 4).
import { decodeOnce, sorted, targetOf } from './compare-targets.js';

/** As forms are written: blanks as "+", and an escape for most marks. */
function asForm(query: string): string {
  const pairs = query.split('&').map((parameter): [string, string] => {
    const [name = '', ...value] = parameter.split('=');
    return [decodeOnce(name), decodeOnce(value.join('='))];
  });
  return new URLSearchParams(pairs).toString();
}

const withoutBlanks = (path: string): string => decodeOnce(path).replace(/[ +]/g, ' ');

/** Undefined where nothing more than the cause can be said. */
export function pathHow(signed: string, sent: string): string | undefined {
  if (signed.replaceAll('%', '%25') === sent && signed !== sent) return 'what was sent is encoded once more';
  const [one, other] = [targetOf(signed), targetOf(sent)];
  const query = decodeOnce(one.query ?? '');
  if (signed.replaceAll('\\/', '/') === sent && signed !== sent) {
    return 'its slashes are escaped, as a text of JSON has them';
  }
  const behind = one.query === undefined && signed.startsWith(other.bare) ? signed.slice(other.bare.length) : '';
  const parameters = one.bare === other.bare ? query : behind;
  if (/^\{"/.test(parameters)) return 'its parameters are written as JSON';
  if (one.query === undefined || other.query === undefined) return undefined;
  const form = asForm(other.query);
  // Libraries differ in what they leave of a form's marks.
  const isForm = [form, form.replaceAll('%7E', '~')].some((text) => sorted(text) === sorted(one.query ?? ''));
  if (isForm) return 'its query is written as a form is, with "+" for blanks and an escape for most marks';
  const hasBlank = /%2B/i.test(other.query) && /%20|\+| /.test(one.query) && !/%2B/i.test(one.query);
  return hasBlank && withoutBlanks(signed) === withoutBlanks(sent)
    ? 'a plus sign of the sent query is a blank in it, as reading a form makes of one'
    : undefined;
}
