import { createProgram } from '../../src/cli/create-program.ts';
import { packagePath } from '../../src/formats/package-files.ts';

export const loadRecipe = (name: string): string => packagePath(`recipes/load/${name}`);

/** What walletproof says of these arguments of `load`: nothing where it takes them. */
export const refusalOf = async (args: readonly string[]): Promise<string | undefined> => {
  const program = createProgram(() => undefined);
  const load = program.commands.find((command) => command.name() === 'load');
  for (const command of [program, load, ...(load?.commands ?? [])]) {
    command?.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
    if (command !== program) command?.action(() => undefined);
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    return String(error);
  }
};

/** With the values that a scheduler or a shell sets in their places. */
export const filled = (text: string): string =>
  text
    .replaceAll(/\$\(find [^)]*\)/g, 'slice-1.json')
    .replaceAll(/\$\(?\{?(START_AT)\b[)}]?/g, '2026-12-31T12:00:00Z')
    .replaceAll(/\$\(?\{?CALLBACK_URL\b[)}]?/g, 'http://127.0.0.1:8080/callback')
    .replaceAll(/\$\(?\{?\w+\b[)}]?/g, '1');
