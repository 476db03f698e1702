// The requests of a dialect as the service takes them (interface 4): one form for each template that a request may be written by.
import { REQUEST_NAMES } from '../../../profile/dialect/dialect.js';
import { compileHolds, type Holds } from '../../../profile/dialect/recognising/conditions.js';
import { readWithDigits } from '../../../profile/dialect/recognising/digits.js';
import type { Found } from '../../../profile/dialect/recognising/found.js';
import { mentioned } from '../../../profile/dialect/recognising/mentioned.js';
import { readTarget, targetReader } from '../../../profile/dialect/recognising/target.js';
import { compileUnfill } from '../../../profile/dialect/recognising/unfill.js';
import type { DialectSpec, RequestForm } from '../../../profile/dialect/spec.js';
import { REQUEST_KNOWN } from '../../../profile/dialect/writing/requests.js';
import type { Operation } from '../../domain.js';

type PlainForm = Omit<RequestForm, 'variants'>;

export interface Form {
  readonly operation: Operation;
  readonly method: string;
  /** The path before its query, as the dialect has it. */
  readonly path: string;
  readonly isBodiless: boolean;
  /** Whether the account is named in the path or the query. */
  readonly namesAccount: boolean;
  readonly readTarget: (target: string, found: Found) => void;
  readonly readBody: (body: Uint8Array | string, found: Found) => void;
  /** Whether a request with these values is of this form. */
  readonly holds: Holds;
}

/** Variants before the main form of each request, in their order. */
export function compileForms({ requests, words }: Pick<DialectSpec, 'requests' | 'words'>): readonly Form[] {
  const spoken = { side: words.side, type: words.orderType };
  const compileForm = (operation: Operation, form: PlainForm, holds: Holds): Form => {
    const target = targetReader(form, REQUEST_KNOWN, spoken);
    const unfill = compileUnfill(form.body ?? null, REQUEST_KNOWN, spoken);
    const [path = ''] = form.path.split('?');
    return {
      operation,
      method: form.method,
      path,
      isBodiless: form.body === undefined || form.body === null,
      namesAccount: mentioned([form.path, form.query ?? null]).has('account_id'),
      readTarget: (sent, found) => {
        const own = readTarget(sent, '');
        if (own !== undefined) target.read(own, found);
      },
      readBody: (body, found) => unfill(readWithDigits(body), found),
      holds,
    };
  };
  return REQUEST_NAMES.flatMap((operation) => {
    const request = requests[operation];
    if (request === undefined) return [];
    const { variants = [], ...base } = request;
    return [
      ...variants.map(({ when, ...change }) => {
        const whole = { ...base, ...change };
        return compileForm(operation, whole, compileHolds(when, mentioned([whole.path, whole.query, whole.body])));
      }),
      compileForm(operation, base, () => true),
    ];
  });
}
