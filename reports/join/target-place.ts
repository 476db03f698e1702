// Where two runs must have met their target to be of the same one: its address, or the process of the run itself.
import type { RunInfo } from '../model/model.js';

export function placeOf({ target }: Pick<RunInfo, 'target'>): string {
  return target.embedded === true ? 'the embedded service' : target.baseUrl;
}
