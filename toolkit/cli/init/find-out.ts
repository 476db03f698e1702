// What a reachable target shows about itself by reads alone: accounts and their currency, instruments, conditions, and a tick of each
// instrument, from which resting prices follow. Whatever cannot be read is a remark, never an error.

import { buildTarget } from '../../../suites/runner/live/target/build-target.js';
import { type LiveTarget, sendContext } from '../../../suites/runner/live/target/target.js';
import { TargetJournal } from '../../../suites/runner/live/target/target-journal.js';
import { isAccepted } from '../../../suites/runner/live/verdict/answer.js';
import { explainRefusal } from '../../discover/refusal/explain-refusal.js';
import { MemoryJournal } from '../../journal/memory.js';
import type { JsonValue } from '../../payload/json.js';
import type { RequestName, RequestParams } from '../../profile/dialect/dialect.js';
import type { InitFacts } from '../../profile/loading/init-template.js';
import type { Profile, ProfileAccount, ProfileInstrument } from '../../profile/profile.js';
import { watchTicks } from './watch-ticks.js';

export interface FoundFacts extends InitFacts {
  readonly isReachable: boolean;
}

/** Instruments that the profile names: two unlock checks about lists. */
const INSTRUMENTS = 2;
/** How far from the market an order surely rests. */
const AWAY = 0.2;

export async function findOut(profile: Profile, signal: AbortSignal): Promise<FoundFacts> {
  const { target, close } = await buildTarget({
    id: profile.name,
    profile,
    seed: '',
    effort: 'quick',
    journal: new TargetJournal(new MemoryJournal(), false),
    connPrefix: 'ws',
    signal,
  });
  try {
    const report = await target.preflight;
    if (report.outcome !== 'ready') {
      const refusal = await explainRefusal(profile, signal);
      return { isReachable: false, remarks: refusal?.remarks ?? [report.message ?? report.outcome] };
    }
    const remarks = ['a signed read was accepted'];
    if (report.streams !== undefined) remarks.push(report.streams);
    if (report.clockOffsetMs !== undefined && report.clockOffsetMs !== 0) {
      remarks.push(`the clock of the target differs by ${report.clockOffsetMs} ms, which runs compensate`);
    }
    const accounts = await Promise.all(profile.accounts.pool.map((account) => readAccount(target, account)));
    const [first] = accounts;
    const names = first === undefined ? undefined : await readInstruments(target, first.id);
    if (names === undefined || first === undefined) {
      remarks.push('the list of instruments could not be read; state it in the dialect, then name instruments by hand');
      return { isReachable: true, accounts, remarks };
    }
    // Members of an unknown body may look like names; only conditions tell that an instrument has one of them.
    if (!(await haveConditions(target, first.id, names.slice(0, INSTRUMENTS)))) {
      remarks.push(
        `the list of instruments was not understood: nothing has the conditions of ${names.slice(0, INSTRUMENTS).join(' or ')}; bind bodies.instruments in the dialect, then name instruments by hand`,
      );
      return { isReachable: true, accounts, remarks };
    }
    const instruments = await readPrices(target, first.id, names.slice(0, INSTRUMENTS), remarks, signal);
    return {
      isReachable: true,
      accounts,
      instrumentNames: names,
      ...(instruments.length > 0 && { instruments }),
      remarks,
    };
  } finally {
    await close();
  }
}

async function read(target: LiveTarget, name: RequestName, params: RequestParams): Promise<JsonValue | undefined> {
  const { method, path } = target.dialect.request(name, params);
  const spec = { name, accountId: params.accountId, method, path };
  const exchange = await target.http.send(spec, sendContext(target, null, 'suite'));
  return isAccepted(exchange) ? exchange.answer?.body : undefined;
}

async function readAccount(target: LiveTarget, account: ProfileAccount): Promise<ProfileAccount> {
  const body = await read(target, 'account', { accountId: account.id });
  const { currency, currencyDigits } = body === undefined ? {} : target.dialect.readAccount(body);
  return {
    id: account.id,
    ...(typeof currency === 'string' && { currency }),
    ...(typeof currencyDigits === 'number' && Number.isInteger(currencyDigits) && { currencyDigits }),
  };
}

async function readInstruments(target: LiveTarget, accountId: string): Promise<readonly string[] | undefined> {
  const body = await read(target, 'instruments', { accountId });
  const names = body === undefined ? undefined : target.dialect.readInstruments(body);
  return names === undefined || names.length === 0 ? undefined : names;
}

async function haveConditions(target: LiveTarget, accountId: string, names: readonly string[]): Promise<boolean> {
  const bodies = await Promise.all(names.map((instrument) => read(target, 'conditions', { accountId, instrument })));
  return bodies.some((body) => body !== undefined);
}

async function readPrices(
  target: LiveTarget,
  accountId: string,
  names: readonly string[],
  remarks: string[],
  signal: AbortSignal,
): Promise<readonly ProfileInstrument[]> {
  const ticks = await watchTicks(target, accountId, names, signal);
  const found: ProfileInstrument[] = [];
  for (const name of names) {
    const body = await read(target, 'conditions', { accountId, instrument: name });
    const digits = body === undefined ? undefined : Number(target.dialect.readConditions(body).pointDigits);
    const tick = ticks.get(name);
    if (tick === undefined || digits === undefined || !Number.isInteger(digits)) {
      remarks.push(`no price of ${name} was seen; put resting prices in by hand`);
      continue;
    }
    // Market data are JSON numbers; what is proposed here lies far from the market, so their last digit does not matter.
    const below = (tick.bid * (1 - AWAY)).toFixed(digits);
    const above = (tick.ask * (1 + AWAY)).toFixed(digits);
    found.push({
      name,
      restingBuyLimit: below,
      restingSellLimit: above,
      restingBuyStop: above,
      restingSellStop: below,
    });
  }
  if (found.length > 0) remarks.push('resting prices lie a fifth away from the market as it was just now; check them');
  return found;
}
