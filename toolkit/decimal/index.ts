// Exact decimal strings: the public face of this folder.
export {
  add,
  compare,
  equals,
  fitsDigits,
  fractionDigits,
  isMultipleOf,
  magnitude,
  multiply,
  negate,
  subtract,
} from './arithmetic.js';
export { type Constraint, type ConstraintBreach, type ConstraintSpec, compileConstraint } from './constraint.js';
export {
  type Decimal,
  increment,
  isDecimal,
  MAX_DECIMAL_LENGTH,
  parseDecimal,
  powerOfTen,
  readDecimal,
  rescale,
  toPlainText,
  toText,
} from './decimal.js';
