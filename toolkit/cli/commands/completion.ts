// `tsi completion`: completion of commands and options for a shell, from the commands' own data.
import type { AllCommands, Command, CommandIo, ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

export const command: Command = {
  name: 'completion',
  summary: 'print the completion of commands and options for a shell',
  usage: ['completion bash|zsh|fish'],
  actions: [
    { name: 'bash', summary: 'for ~/.bashrc: eval "$(tsi completion bash)"' },
    { name: 'zsh', summary: 'for ~/.zshrc: eval "$(tsi completion zsh)"' },
    { name: 'fish', summary: 'for config.fish: tsi completion fish | source' },
  ],
  positionals: { least: 0, most: 0 },
  options: [],
  examples: [{ line: 'tsi completion fish', summary: 'the script for fish' }],
  run: complete,
};

async function complete(args: ParsedArgs, io: CommandIo, all: AllCommands = async () => []): Promise<ExitCode> {
  const commands = await all();
  io.stdout.write(args.action === 'fish' ? fish(commands) : bash(commands, args.action === 'zsh'));
  return EXIT.conformant;
}

/** What the shell takes for a variable, and no template of ours. */
const OF_SHELL = '$';

function flagsOf({ options }: Command): readonly string[] {
  return [...options.map(({ flag }) => `--${flag}`), '--help'];
}

/** zsh reads completions of bash when it is asked to. */
function bash(commands: readonly Command[], forZsh: boolean): string {
  const cases = commands.map(
    (one) =>
      `    ${one.name}) words="${[...(one.actions ?? []).map(({ name }) => name), ...flagsOf(one)].join(' ')}" ;;`,
  );
  return [
    ...(forZsh ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    '_tsi() {',
    `  local words="" current="${OF_SHELL}{COMP_WORDS[COMP_CWORD]}"`,
    `  case "${OF_SHELL}{COMP_WORDS[1]}" in`,
    ...cases,
    '  esac',
    `  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map(({ name }) => name).join(' ')} help"`,
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    `  [ ${OF_SHELL}{#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$current"))`,
    '}',
    'complete -F _tsi tsi',
    '',
  ].join('\n');
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
  return [
    ...commands.map(({ name, summary }) => `complete -c tsi -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`),
    ...commands.flatMap(({ name, options }) =>
      options.map(({ flag, short, value, summary }) =>
        [
          `complete -c tsi -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -l ${flag}`,
          ...(short === undefined ? [] : [`-s ${short}`]),
          ...(value === undefined ? [] : ['-r']),
          `-d ${quoted(summary)}`,
        ].join(' '),
      ),
    ),
    '',
  ].join('\n');
}
