// A dialect as a module: everything is the default spelling but for one reading that no pointer could say. This target writes the name of
// the account's currency into a text, `trading in USD`, and the suite wants `USD`.
import { compileDialect, DEFAULT_DIALECT } from 'tsi-conformance/profile';

// Of the address only its path counts, which goes before every path of a request.
const base = compileDialect(DEFAULT_DIALECT, 'http://localhost/');

export const dialect = {
  ...base,
  readAccount(body) {
    const view = base.readAccount(body);
    const [, currency] = /^trading in ([A-Z]{3})$/.exec(body?.trading_currency ?? '') ?? [];
    return currency === undefined ? view : { ...view, currency };
  },
  describe: () => ({ ...base.describe(), readAccount: 'the currency out of a sentence' }),
};
