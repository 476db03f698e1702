// A dialect from its data form: composes what writes requests and what reads bodies, frames and entities.

import { mapValues } from '../../base/map-values.js';
import type { JsonObject } from '../../payload/json.js';
import { within } from '../loading/file-defect.js';
import type { Dialect } from './dialect.js';
import { compileBodies } from './reading/bodies.js';
import { compileEntities } from './reading/entities.js';
import { compileFrames } from './reading/frames.js';
import { compileReadCommand } from './recognising/commands.js';
import { compileReadRequest } from './recognising/requests.js';
import type { DialectSpec } from './spec.js';
import { compileWords } from './words.js';
import { compileCommands, compileRequests } from './writing/requests.js';

/**
 * The path of `baseUrl` goes before every request path, that of `streamUrl` before those of the handshakes.
 * Throws `FileDefect` with the pointer of the part that cannot be compiled.
 */
export function compileDialect(spec: DialectSpec, baseUrl: string, streamUrl: string = baseUrl): Dialect {
  const words = mapValues(spec.words, (list, name) => within(`/words/${name}`, () => compileWords(list)));
  const entities = within('/entities', () => compileEntities(spec.entities, words, spec.emptyValues));
  const basePaths = { http: basePathOf(baseUrl), stream: basePathOf(streamUrl) };
  const requests = compileRequests(spec, basePaths, words);
  const commands = within('/commands', () => compileCommands(spec.commands));
  const bodies = within('/bodies', () => compileBodies(spec, entities, words.operationState));
  const frames = within('/messages', () => compileFrames(spec, entities));
  const description: JsonObject = spec;
  return {
    ...requests,
    ...commands,
    readRequest: compileReadRequest(spec, basePaths),
    readCommand: compileReadCommand(spec.commands),
    ...bodies,
    ...frames,
    frameDocuments: spec.frames.documents,
    meaning: (of, word) => words[of].read(word),
    dateTimeMembers: spec.dateTimes,
    describe: () => description,
  };
}

/** The path of a base URL without a slash at its end: empty, or `/prefix`. */
function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '');
}
