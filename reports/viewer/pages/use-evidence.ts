// The records of a check as soon as they are unpacked, and what of them belongs to its verdict.
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../toolkit/base/message-of.js';
import type { CheckResult } from '../../model/model.js';
import type { ViewerData, ViewerRecord } from '../../render/viewer-data.js';
import { type Scope, scopeOf } from '../../story/scope.js';
import { recordsOf } from '../data.js';

export interface Evidence {
  readonly records?: readonly ViewerRecord[];
  readonly scope?: Scope;
  /** The page does not carry them. */
  readonly isMissing: boolean;
  readonly defect?: string;
}

export function useEvidence(data: ViewerData, check: CheckResult): Evidence {
  const [evidence, setEvidence] = useState<Evidence>({ isMissing: false });
  useEffect(() => {
    let stale = false;
    const show = (found: Evidence): void => {
      if (!stale) setEvidence(found);
    };
    recordsOf(data, check.id).then(
      (records) =>
        show(
          records === undefined
            ? { isMissing: true }
            : { records, scope: scopeOf(records, check.evidence), isMissing: false },
        ),
      (error: unknown) => show({ isMissing: false, defect: messageOf(error) }),
    );
    return () => {
      stale = true;
    };
  }, [data, check]);
  return evidence;
}
