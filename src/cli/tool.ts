import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of the package, wherever it is installed: `packagePath('scenarios')`. */
export const packagePath = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Name and version, as package.json has them. */
export const tool = (): { readonly name: string; readonly version: string } => {
  const { name, version } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return { name, version };
};
