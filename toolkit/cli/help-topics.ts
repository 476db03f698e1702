// What `tsi help TOPIC` explains besides commands. A topic is loaded when it is asked for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.js';

interface Topic {
  readonly summary: string;
  readonly text: (columns: number) => Promise<string>;
}

export const HELP_TOPICS: Readonly<Record<string, Topic>> = {
  verdicts: {
    summary: 'what the words of a run mean',
    text: async (columns) => (await import('./help-verdicts.js')).verdictsHelp(columns),
  },
  profile: {
    summary: 'a profile with every part explained, as YAML to copy from',
    text: async () => readFileSync(join(packageRoot(), 'toolkit/profile/example-profile.yaml'), 'utf8'),
  },
  control: {
    summary: 'what a profile may bind to bring a target into rare states',
    text: async (columns) => (await import('./help-control.js')).controlHelp(columns),
  },
  dialect: {
    summary: 'how everything is spelled by default, as YAML to copy from',
    text: async () => (await import('../profile/loading/default-dialect-yaml.js')).defaultDialectYaml(),
  },
};
