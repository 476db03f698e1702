// From drafts to a vector file. It proves what it writes: the right implementation answers every test rightly, ids are unique, and the
// kills of a test are those wrong implementations that really answer it wrongly.
import type { JsonObject } from '../../payload/json.js';
import { unhex } from '../../signing/keys/der.js';
import { PrivateKey } from '../../signing/keys/private-key.js';
import { createSigner, signRequest } from '../../signing/sign.js';
import { ask } from '../ask.js';
import type { Implementation } from '../implementation.js';
import { judge } from '../judge.js';
import type { GroupContext, VectorFile, VectorGroup, VectorTest } from '../model.js';
import { NATIVE } from '../native.js';
import type { Operation, SignRequestInput } from '../operations.js';
import { implementSigner, keyOf } from '../signer.js';
import { WRONG_READERS } from '../wrong-readers/index.js';
import { WRONG_SIGNERS } from '../wrong-signers.js';
import type { AnyGroupDraft, Draft, FileDraft } from './draft.js';
import { NOTES } from './notes.js';

export const GENERATOR_VERSION = '1';

interface Suspect {
  readonly id: string;
  readonly implementation: Implementation;
}

const SUSPECTS: readonly Suspect[] = [
  ...WRONG_SIGNERS.map((wrong) => ({ id: wrong.id, implementation: implementSigner(wrong.change) })),
  ...WRONG_READERS.map((wrong) => ({ id: wrong.id, implementation: wrong.change })),
];

export function assemble(draft: FileDraft): VectorFile {
  const testGroups = draft.groups.map(assembleGroup);
  const flags = new Set(testGroups.flatMap((group) => group.tests.flatMap((test) => test.flags)));
  return {
    algorithm: draft.algorithm,
    schema: `schemas/${draft.name}.schema.json`,
    generatorVersion: GENERATOR_VERSION,
    numberOfTests: testGroups.reduce((sum, group) => sum + group.tests.length, 0),
    header: draft.header,
    notes: Object.fromEntries(Object.entries(NOTES).filter(([flag]) => flags.has(flag))),
    testGroups,
  };
}

function assembleGroup(group: AnyGroupDraft): VectorGroup {
  const { type, comment, context } = group;
  const drafts: readonly Draft[] = group.tests;
  const tests = drafts.map((draft): VectorTest => {
    const test = {
      tcId: `${type}/${draft.id}`,
      comment: draft.comment,
      flags: draft.flags,
      input: draft.input as unknown as JsonObject, // every input is plain JSON
      expected: draft.expected ?? expectedOf(type, draft, context),
      result: draft.valid ? ('valid' as const) : ('invalid' as const),
      ...(draft.cause === undefined ? {} : { cause: draft.cause }),
      kills: [],
    };
    const right = ask(NATIVE, type, test.input, context);
    const defect = judge(type, context, test, right);
    if (defect !== undefined) {
      throw new Error(`expected the right implementation to pass ${test.tcId}, got ${JSON.stringify(defect)}`);
    }
    return { ...test, kills: findersOf(test, type, context, JSON.stringify(right)) };
  });
  const plain = new Set(tests[0]?.kills);
  return {
    type,
    comment,
    ...context,
    tests: tests.map((test, i) => (i === 0 ? test : { ...test, kills: test.kills.filter((id) => !plain.has(id)) })),
  };
}

/** One correct answer of a signer with all its stages; the verdict of everything else. */
function expectedOf(type: Operation, draft: Draft, context: GroupContext): JsonObject {
  if (type === 'sign-request') {
    return signedStages(draft.input as SignRequestInput, context); // the operation's own input
  }
  return type === 'sign-payload' || type === 'hash-body'
    ? ask(NATIVE, type, draft.input, context)
    : { valid: draft.valid };
}

function signedStages(input: SignRequestInput, context: GroupContext): JsonObject {
  const signer = createSigner(new PrivateKey(unhex(keyOf(context).seed)));
  const signed = signRequest(signer, { ...input, body: unhex(input.body) });
  return {
    bodyHash: signed.bodyHash,
    payload: Buffer.from(signed.payload).toString('utf8'),
    data: signed.data,
    signature: signed.signature,
    headers: signed.headers,
  };
}

/** An answer equal to the right one needs no judging, which saves most verifications. */
function findersOf(test: VectorTest, type: Operation, context: GroupContext, right: string): readonly string[] {
  return SUSPECTS.filter(({ implementation }) => {
    if (implementation[type] === undefined) return false;
    const given = ask(implementation, type, test.input, context);
    return JSON.stringify(given) !== right && judge(type, context, test, given) !== undefined;
  }).map(({ id }) => id);
}
