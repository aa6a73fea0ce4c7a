import type { Completed, CompletedCommand } from './completed-program.ts';

/** A script for bash: `source <(walletproof completion bash)`. */
export const bashScript = (commands: readonly CompletedCommand[]): string =>
  [
    '# Completion of walletproof for bash. Written by: walletproof completion bash',
    functionOf(commands),
    'complete -o default -F _walletproof walletproof',
    '',
  ].join('\n');

/** The same function for zsh, which can run completions of bash. */
export const zshScript = (commands: readonly CompletedCommand[]): string =>
  [
    '#compdef walletproof',
    '# Completion of walletproof for zsh. Written by: walletproof completion zsh',
    'autoload -Uz compinit bashcompinit',
    '(( $+functions[compdef] )) || compinit',
    'bashcompinit',
    functionOf(commands),
    'complete -o default -F _walletproof walletproof',
    '',
  ].join('\n');

/**
 * bash parts words at `=`: `--only=RB` comes as three. The options whose value is left out of the
 * count of arguments are in `valued`.
 */
const functionOf = (commands: readonly CompletedCommand[]): string =>
  `_walletproof() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" before='' at="" word="" path="" next="" place=0 index=1
  local options="" valued="" subcommands=""
  COMPREPLY=()
  if [[ $COMP_CWORD -gt 0 ]]; then before="\${COMP_WORDS[COMP_CWORD-1]}"; fi
  if [[ "$cur" == "=" ]]; then cur=""; at="$before"
  elif [[ "$before" == "=" && $COMP_CWORD -gt 1 ]]; then at="\${COMP_WORDS[COMP_CWORD-2]}"
  elif [[ "$cur" == --*=* ]]; then at="\${cur%%=*}"; cur="\${cur#*=}"
  fi
  if [[ -n "$at" && "$at" != -* ]]; then COMPREPLY=($(compgen -f -- "$cur")); return; fi
  if [[ -n "$at" ]]; then before="$at"; fi
  while [[ $index -lt $COMP_CWORD ]]; do
    word="\${COMP_WORDS[index]}"; next="\${path:+$path }$word"
    case "$next" in
      ${commands
        .filter(({ path }) => path !== '')
        .map(({ path }) => quoted(path))
        .join('|')}) path="$next"; place=-1 ;;
    esac
    if [[ "$word" != -* && "$word" != "=" ]]; then
      case " $valued " in
        *" \${COMP_WORDS[index-1]} "*) ;;
        *) place=$((place + 1)) ;;
      esac
    fi
    case "$path" in
${commands.map(({ path, options }) => `      ${quoted(path)}) valued=${quoted(valuedOf(options).join(' '))} ;;`).join('\n')}
    esac
    index=$((index + 1))
  done
  case "$path" in
${commands.map(caseOf).join('\n')}
  esac
  if [[ "$cur" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ -n "$subcommands" ]]; then COMPREPLY=($(compgen -W "$subcommands" -- "$cur"))
  fi
}`;

const valuedOf = (options: CompletedCommand['options']): string[] =>
  options.filter(({ value }) => value.kind !== 'flag').flatMap(({ flags }) => flags);

const caseOf = ({ path, subcommands, options, arguments: places }: CompletedCommand): string => {
  const values = options.filter(({ value }) => value.kind !== 'flag');
  return [
    `    ${quoted(path)})`,
    `      options=${quoted(options.flatMap(({ flags }) => flags).join(' '))}`,
    `      subcommands=${quoted(subcommands.join(' '))}`,
    '      case "$before" in',
    ...values.map(({ flags, value }) => `        ${flags.join('|')}) ${reply(value)}; return ;;`),
    '      esac',
    '      if [[ "$cur" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$cur")); return; fi',
    '      case "$place" in',
    ...places.map((value, index) => {
      const isLast = index === places.length - 1;
      return `        ${isLast ? '*' : index}) ${reply(value)} ;;`;
    }),
    '      esac ;;',
  ].join('\n');
};

const reply = (value: Completed): string => {
  if (value.kind === 'files') return 'COMPREPLY=($(compgen -f -- "$cur"))';
  if (value.kind !== 'words') return ':';
  const words = quoted(value.words.join(' '));
  if (!value.several) return `COMPREPLY=($(compgen -W ${words} -- "$cur"))`;
  return `local start=""; if [[ "$cur" == *,* ]]; then start="\${cur%,*},"; fi; COMPREPLY=($(compgen -P "$start" -W ${words} -- "\${cur##*,}"))`;
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
