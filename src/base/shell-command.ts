import { unseenInLine } from './visible-text.ts';

/**
 * Arguments as one line that a shell reads back as the same arguments: a POSIX shell, and where
 * something in them is not seen, one that knows `$'…'` (bash, zsh, ksh; POSIX since 2024).
 */
export const shellCommand = (argv: readonly string[]): string => argv.map(quoted).join(' ');

/** An argument that whoever runs the command has in the environment: the token is in no command. */
export const tokenFromShell = '$WALLETPROOF_TOKEN';

const harmless = /^[\w./:=@%+,-]+$/;

const quoted = (argument: string): string => {
  if (harmless.test(argument)) return argument;
  if (argument === tokenFromShell) return `"${argument}"`;
  return argument.search(unseenInLine) < 0
    ? `'${argument.replaceAll("'", "'\\''")}'`
    : `$'${argument.replaceAll(/[\\']/g, '\\$&').replaceAll(unseenInLine, octalBytes)}'`;
};

const octalBytes = (character: string): string =>
  [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
