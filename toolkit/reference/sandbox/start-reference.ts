// Starts the whole reference service in this process: HTTP and streams on one port, the control interface on another.
// What stands behind the sockets is put together in `build-sandbox.ts`.

import { join } from 'node:path';
import type { ControlSurface } from '../../profile/control/actions.js';
import type { Profile } from '../../profile/profile.js';
import { createControlServer } from '../control/control-server.js';
import type { AccountView } from '../engine/account-view.js';
import type { Clock } from '../engine/time/clock.js';
import { createHttpServer } from '../http/server.js';
import type { Frame, Introduction, IntroductionParts, Tools } from '../introduction/introduction.js';
import { IntroductionEndpoint } from '../introduction/introduction-endpoint.js';
import { createSandboxPage } from '../page/page-server.js';
import { Streams } from '../streams/streams.js';
import { buildSandbox } from './build-sandbox.js';
import { nameOf } from './dialects.js';
import type { SandboxKeys } from './keys.js';
import { closed, LOOPBACK, listen } from './listen.js';
import type { ReferenceOptions } from './reference-options.js';
import { sandboxProfile } from './sandbox-profile.js';

export interface Reference {
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** Ready for the suite as it is; holds the private keys, in memory only. */
  readonly profile: Profile;
  /** Writes the profile into a folder for another process, keys in files of their own; resolves to the path of the profile. */
  profileYaml(folder: string): Promise<string>;
  readonly control: ControlSurface;
  readonly keys: SandboxKeys;
  /** From now on `GET /` introduces the sandbox to a client author; gives back what it says. */
  introduce(tools: Tools): Promise<Introduction>;
  readonly clock: Clock;
  /** What an account is like inside, in the service's own words. @throws RangeError for one that does not exist. */
  view(accountId: string): AccountView;
  /** What the service itself calls the order or position that its dialect spoke of by that name. */
  identifier(kind: 'ord' | 'pos', accountId: string, spoken: string): string;
  /** Ends streams, connections, timers and both servers; idempotent. */
  close(): Promise<void>;
}

/** @throws RangeError for an option out of its range; rejects with the system's error when a port cannot be taken. */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  let address: string | undefined;
  const introductionEndpoint = new IntroductionEndpoint();
  const { service, control, recorder, keys, accounts, stated, amendProfile } = await buildSandbox(
    options,
    () => address,
    introductionEndpoint.gateway,
  );
  const { engine } = service;
  const streams = new Streams(service);
  const http = createHttpServer(service, (request, socket, head) => streams.upgrade(request, socket, head));
  const name = `sandbox-${nameOf(options.dialect ?? 'default')}`;
  const page = recorder && createSandboxPage(name, engine, recorder);
  const controls = createControlServer(control, (note) => service.notes?.write(note), page);
  const end = async (): Promise<void> => {
    const gone = [closed(http.server), closed(controls)];
    await streams.close();
    engine.stop();
    http.cut();
    await Promise.all(gone);
  };
  try {
    address = await listen(http.server, options.host ?? LOOPBACK, options.port ?? 0);
    const controlUrl = await listen(controls, LOOPBACK, options.controlPort ?? 0);
    const facts = { name, baseUrl: address, controlUrl, keys, ...accounts, dialect: stated };
    const profile = amendProfile(sandboxProfile(facts));
    let ending: Promise<void> | undefined;
    return {
      baseUrl: address,
      controlUrl,
      profile,
      profileYaml: (folder) => writeProfile(profile, folder),
      control,
      keys,
      introduce: async (tools) => {
        const frames = framesOf(options.dialect ?? 'default');
        introductionEndpoint.introduction = await introduced({ profile, controlUrl, tools, frames: await frames });
        return introductionEndpoint.introduction;
      },
      clock: engine.clock,
      view: (accountId) => engine.view(accountId),
      identifier: (kind, accountId, spoken) => service.speech.identifier(kind, accountId, spoken),
      close: () => {
        ending ??= end();
        return ending;
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Loaded only for a sandbox that a person looks at. */
async function introduced(parts: Omit<IntroductionParts, 'dialect'>): Promise<Introduction> {
  const [{ introductionOf }, { loadDialect }] = await Promise.all([
    import('../introduction/introduction.js'),
    import('../../profile/dialect/load-dialect.js'),
  ]);
  return introductionOf({ ...parts, dialect: await loadDialect(parts.profile) });
}

/** What comes on a subscribed stream, as the contract documents have it. A dialect of one's own has no examples. */
async function framesOf(dialect: NonNullable<ReferenceOptions['dialect']>): Promise<readonly Frame[]> {
  if (dialect !== 'default' && dialect !== 'contrary') return [];
  const { exampleSet } = await import('../contract/examples/example-set.js');
  const { messages } = exampleSet(dialect);
  return FRAMES.flatMap(([message, title]) => {
    const [example] = messages[message] ?? [];
    return example === undefined ? [] : [{ title, text: JSON.stringify(example.payload) }];
  });
}

const FRAMES: readonly (readonly [message: string, title: string])[] = [
  ['commandAccepted', 'The reply that accepts a subscription'],
  ['commandRefused', 'The reply that refuses one'],
  ['tradingStateSnapshot', 'The baseline of an account without orders'],
  ['transactionEvent', 'The result of an order'],
];

async function writeProfile(profile: Profile, folder: string): Promise<string> {
  // Only here, since it brings the YAML writer along, which a sandbox in a test does not need.
  const { writeProfileFile } = await import('./profile-file.js');
  const file = join(folder, `${profile.name}.yaml`);
  writeProfileFile(profile, file);
  return file;
}
