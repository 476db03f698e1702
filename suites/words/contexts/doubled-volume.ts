// A volume twice as large, time and again (interface 2.4): as good a bound, within which every volume that was valid still is.
import { parseDecimal, toText } from '../../../toolkit/decimal/index.js';

export function doubledVolume(volume: string, times: number = 1): string {
  const { coefficient, scale } = parseDecimal(volume);
  return toText({ coefficient: coefficient * 2n ** BigInt(times), scale });
}
