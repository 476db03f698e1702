/// <reference lib="dom" />
// The page of the doctor: the same engine as `tsi doctor`, with the portable backends, over what is pasted into it.

import { readCapture } from '../capture/read-capture.js';
import { diagnose } from '../diagnose.js';
import { makeExample } from './example.js';
import { holdsPrivateKey, readKeys, sentenceOf } from './read-keys.js';
import { diagnosisElements, problemElement } from './show.js';

function part<E extends Element>(id: string, type: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new TypeError(`expected #${id} to be a ${type.name}`);
  return found;
}

const form = part('inputs', HTMLFormElement);
const capture = part('capture', HTMLTextAreaElement);
const keys = part('keys', HTMLTextAreaElement);
const body = part('body', HTMLInputElement);
const clock = part('clock', HTMLInputElement);
const result = part('result', HTMLElement);

function clockMs(): number | undefined {
  const text = clock.value.trim();
  if (text === '') return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(ms)) {
    throw new RangeError(`The server time is neither Unix milliseconds nor a date: ${text.slice(0, 40)}`);
  }
  return ms;
}

async function elements(): Promise<readonly HTMLElement[]> {
  if (holdsPrivateKey(keys.value)) {
    keys.value = '';
    return [problemElement('That was a private key. It has been taken out of this page; give the public key instead.')];
  }
  const nowMs = clockMs();
  const file = body.files?.[0];
  const diagnosis = diagnose(readCapture(new TextEncoder().encode(capture.value)), {
    keys: readKeys(keys.value),
    ...(nowMs === undefined ? {} : { clockMs: nowMs }),
    ...(file === undefined ? {} : { body: new Uint8Array(await file.arrayBuffer()) }),
  });
  return diagnosisElements(diagnosis);
}

async function show(): Promise<void> {
  result.replaceChildren(...(await elements().catch((error: unknown) => [problemElement(sentenceOf(error))])));
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void show();
});
part('example', HTMLButtonElement).addEventListener('click', () => {
  const example = makeExample(Date.now());
  capture.value = example.capture;
  keys.value = example.keys;
  clock.value = example.clock;
  body.value = '';
  void show();
});
document.documentElement.dataset['ready'] = 'true';
