// Whether control actions of a target take effect only after their answers, as those of a back office may. Found out once, by a check
// that fails behind one and passes with a pause after it (`run-check.ts`); then every check waits.

export class ControlPace {
  isLate = false;
}
