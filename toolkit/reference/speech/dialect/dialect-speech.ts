// A speech made from the data of a dialect (interface 4 to 7, wherever it leaves the spelling open): the service takes requests and
// commands by the dialect's templates, and tells everything at the places from which the dialect reads it.

import { mapValues } from '../../../base/map-values.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import type { DialectSpec } from '../../../profile/dialect/spec.js';
import { compileWords } from '../../../profile/dialect/words.js';
import { readId } from '../contrary-ids.js';
import type { Speech } from '../speech.js';
import type { Values } from '../values.js';
import { bodyWriters } from './body-writers.js';
import { commandReaders } from './command-readers.js';
import { requestReaders, routesOf } from './dialect-requests.js';
import { entityWriters } from './entity-writers.js';
import { spokenFrames } from './frames.js';
import { messageWriters } from './message-writers.js';
import { numberedIn } from './numbered.js';
import { compileForms } from './request-forms.js';

/** Takes a complete dialect that has compiled. @throws RangeError for one that cannot be served. */
export function createDialectSpeech(spec: DialectSpec, values: Values): Speech {
  const words = mapValues(spec.words, compileWords);
  const numbered = numberedIn(spec);
  const entities = entityWriters(spec, words, values, numbered);
  const forms = compileForms(spec);
  const { readTrade, readHistory } = requestReaders(forms);
  return {
    routes: routesOf(forms),
    identifier: (kind, accountId, spoken) => (numbered[kind] ? String(readId(kind, accountId, spoken)) : spoken),
    readTrade: (operation, json, params) => {
      const trade = readTrade(operation, json, params);
      const accountId = params['accountId'] ?? '';
      return {
        ...trade,
        ...(numbered.pos ? { positionId: readId('pos', accountId, trade.positionId) } : {}),
        ...(numbered.ord ? { orderId: readId('ord', accountId, trade.orderId) } : {}),
      };
    },
    readHistory,
    ...commandReaders(spec),
    ...bodyWriters(spec, words, entities, values),
    ...spokenFrames(spec, messageWriters(spec, words, entities, values), values),
    greeting: greetingOf(spec),
  };
}

/** The example of what means nothing, such as a welcome. */
function greetingOf({ examples }: DialectSpec): Speech['greeting'] {
  const said = examples?.messages?.ignored;
  return () => (isJsonObject(said) ? said : undefined);
}
