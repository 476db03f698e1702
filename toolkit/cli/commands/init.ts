// `tsi init`: writes a commented profile for a new target and fills in what a reachable one shows.
import type { Command } from '../command.js';

export const command: Command = {
  name: 'init',
  summary: 'write a commented profile for a new target',
  usage: ['init [FILE] [options]', 'init --from OPENAPI [FILE] [options]', 'init --probe [URL] [FILE] [options]'],
  positionals: { least: 0, most: 2 },
  about: [
    'With an address, a key and an account it reads the account, its instruments and their conditions, and a few ticks, and fills ' +
      'in what it finds. It places no order. The private key stays where it is: the profile names its file or variable.',
    '--from reads an OpenAPI document (and --asyncapi the messages) and proposes requests, members and words; --probe reads the live target ' +
      'and proposes what its answers and messages show. Each proposal has its reason beside it; what was not found is a TODO. FILE may be - for ' +
      'standard output. With --profile the profile at hand is the start, and what would change is shown.',
  ],
  options: [
    { flag: 'out', short: 'o', value: 'FILE', summary: 'the same as FILE: the profile to write (target.yaml)' },
    { flag: 'from', value: 'SOURCE', summary: 'an OpenAPI document, JSON or YAML: a file or an address' },
    { flag: 'asyncapi', value: 'SOURCE', summary: 'an AsyncAPI document beside it, for the messages of the streams' },
    { flag: 'probe', summary: 'read the live target: bodies, streams, one subscription of each kind' },
    { flag: 'allow-trading', summary: 'let the probe place, open and close on an environment: sandbox' },
    { flag: 'profile', short: 'p', value: 'FILE', summary: 'start from this profile' },
    { flag: 'force', summary: 'overwrite an existing file' },
    { flag: 'name', value: 'NAME', summary: 'what reports call the target' },
    { flag: 'base-url', value: 'URL', summary: 'where the target is' },
    { flag: 'key-id', value: 'ID', summary: 'public identifier of the main API key' },
    { flag: 'private-key', value: 'FILE', summary: 'file of its private key (PEM, JWK, or a 32-byte seed)' },
    { flag: 'private-key-env', value: 'NAME', summary: 'environment variable with its private key' },
    { flag: 'account', value: 'ID', many: true, summary: 'an account that the run may use' },
  ],
  examples: [
    { line: 'tsi init target.yaml', summary: 'a profile to fill in' },
    {
      line: 'tsi init --base-url https://sandbox.example.test --key-id K1 --private-key k1.pem --account 1001',
      summary: 'a profile with what the target shows',
    },
    {
      line: 'tsi init --from openapi.json --asyncapi asyncapi.json --base-url https://sandbox.example.test',
      summary: 'requests, members and words from what describes the target',
    },
    {
      line: 'tsi init --probe --profile target.yaml',
      summary: 'what its answers show otherwise than the profile says',
    },
  ],
  run: async (args, io) => (await import('../init/init-profile.js')).initProfile(args, io),
};
