import type { Configuration } from '../../spec/configuration.ts';
import { configurationSchema, toConfiguration } from '../../spec/schemas/configuration.ts';
import { checkSource } from '../document/check-source.ts';
import { examine } from '../document/examine.ts';
import { readSource } from '../document/read-source.ts';
import { checkConfiguration } from './check-configuration.ts';
import { expandEnvironment } from './expand-environment.ts';

export interface ConfigurationText {
  readonly text: string;
  /** How errors name the file. */
  readonly file: string;
  /** What `${NAME}` reads. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of dialects; they are not checked when left out. */
  readonly knownDialects?: readonly string[];
}

/** A configuration from its YAML. Throws a WalletproofError that points at whatever is wrong. */
export const parseConfiguration = (given: ConfigurationText): Configuration => {
  const { text, file, env, knownDialects } = given;
  const expects = '`agents:`, `games:`, `callbacks:` or `quirks:`';
  const source = readSource({ text, file, code: 'configuration', expects });
  const expanded = examine(source, (root) => expandEnvironment(source.value, root, env));
  const parsed = checkSource(source, configurationSchema, expanded);
  const configuration = toConfiguration(parsed);
  examine(source, (root) => checkConfiguration(configuration, root, knownDialects));
  return configuration;
};
