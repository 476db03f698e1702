// Decimals with an exponent, as the types for decimals and doubles of languages print small and round ones: 1E-7, 1e-7, 1.0E-7, 1E+3.

export const isNumberText = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

/** Every spelling with an exponent, each once; the digits as they are and without the zeros at their end. */
export function withExponent(text: string): readonly string[] {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return [];
  const power = digits.length - 1 - fraction.length;
  const all = [digits, digits.replace(/0+$/, '')].flatMap((one) => {
    const [first = '', rest = ''] = [one.slice(0, 1), one.slice(1)];
    const heads = rest === '' ? [first, `${first}.0`] : [`${first}.${rest}`];
    const size = Math.abs(power);
    const minus = power < 0 ? ['-'] : ['+', ''];
    const powers = minus.flatMap((mark) => [`${mark}${size}`, `${mark}${String(size).padStart(2, '0')}`]);
    return heads.flatMap((head) => powers.flatMap((one) => [`${sign}${head}E${one}`, `${sign}${head}e${one}`]));
  });
  return [...new Set(all)];
}
