// What a client finds in its environment: all that a program needs that knows nothing of intents. No variable says what is judged.
import type { Venue } from '../../../suites/clients/playing/testbed.js';
import type { Reference } from '../../reference/index.js';

export function environmentOf(
  { profile, baseUrl }: Reference,
  { privateKeyFile = '' }: Venue,
): Readonly<Record<string, string>> {
  return {
    TSI_BASE_URL: baseUrl,
    TSI_STREAM_URL: profile.streamUrl,
    TSI_ACCOUNT_ID: profile.accounts.pool[0]?.id ?? '',
    TSI_API_KEY: profile.keys.main.id,
    TSI_PRIVATE_KEY_FILE: privateKeyFile,
    TSI_INSTRUMENTS: profile.market.instruments.map(({ name }) => name).join(','),
  };
}
