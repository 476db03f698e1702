// Interface 5: a request is signed with the private key of a public API key; that key never leaves its holder, in no encoding. Signed
// data is looked into as well.
import { KnownSecrets } from '../../../toolkit/journal/known-secrets.js';
import { HEADER, parsePrivateKey } from '../../../toolkit/signing/portable.js';
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { headerOf, type Sighting } from '../stage/seen.js';
import type { Stage } from '../stage/stage.js';
import { everyRequest } from './exercise.js';

clientCheck(
  'auth.client-keeps-secrets/one-of-everything',
  { title: 'keeps its private key to itself', depth: 'wire', situation: honest },
  async (stage) => {
    await everyRequest(stage);
    const texts = sentTexts(stage);
    stage.reached('a request', stage.seen.all.length > 0);
    const secrets = new KnownSecrets();
    secrets.learnKey(parsePrivateKey(stage.service.keys.main.privateKey).exposeSeed());
    const shown = texts.find(({ text }) => secrets.replace(text).found.includes('key'));
    stage.expect.that(shown === undefined, {
      certain: true,
      expected: 'the private key nowhere in what is sent',
      actual: `the private key in ${shown?.where}`,
      evidence: shown === undefined ? [] : [shown.sighting],
    });
  },
);

interface SentText {
  readonly where: string;
  readonly text: string;
  readonly sighting: Sighting;
}

function sentTexts({ seen }: Stage): readonly SentText[] {
  const heads = [...seen.all, ...seen.handshakes()].flatMap((sent): readonly SentText[] => [
    { where: 'the path', text: sent.target, sighting: sent },
    ...sent.headers.map(([name, text]) => ({ where: `the header ${name}`, text, sighting: sent })),
    {
      where: 'the signed data',
      text: Buffer.from(headerOf(sent, HEADER.data) ?? '', 'base64url').toString('utf8'),
      sighting: sent,
    },
  ]);
  const bodies = seen.all.flatMap((sent): readonly SentText[] => [
    { where: 'the body', text: Buffer.from(sent.body).toString('utf8'), sighting: sent },
    { where: 'the body', text: Buffer.from(sent.body).toString('base64'), sighting: sent },
  ]);
  const frames = seen.frames
    .filter(({ direction }) => direction === 'in')
    .map((frame): SentText => ({ where: 'a frame', text: frame.text, sighting: frame }));
  return [...heads, ...bodies, ...frames];
}
