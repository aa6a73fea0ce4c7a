/** Arguments as one line that a POSIX shell reads back as the same arguments. */
export const shellCommand = (argv: readonly string[]): string => argv.map(quoted).join(' ');

const harmless = /^[\w./:=@%+,-]+$/;

const quoted = (argument: string): string =>
  harmless.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
