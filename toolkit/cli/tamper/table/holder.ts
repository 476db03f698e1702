// What the holder of the key does before he signs, one story a row, with everything that follows made to follow.
import type { Folder, Unfiled, Victims } from '../tampering.js';
import { ofClaims } from './claims.js';
import { ofExchanges } from './exchanges.js';
import { ofTheFailure } from './failure.js';
import { ofSettings } from './settings.js';
import { ofStreams } from './streams.js';

export function ofTheHolder(folder: Folder, victims: Victims): readonly Unfiled[] {
  return [
    ...ofTheFailure(victims),
    ...ofExchanges(victims),
    ...ofStreams(folder),
    ...ofClaims(folder),
    ...ofSettings(),
  ].map(([what, holder, change]) => ({ what, holder, change }));
}
