import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

/** Lets a plain node process import the sources: `node --import <this file>`. */
if (process.execArgv.some((argument) => argument.endsWith('load-typescript.js'))) {
  register(import.meta.url);
}

/** A thread is started by the name that its file has once it is built. */
export const resolve = async (specifier, context, nextResolve) => {
  const source = specifier.replace(/\.js$/, '.ts');
  const isSource = source.startsWith('file:') && existsSync(new URL(source));
  return await nextResolve(isSource ? source : specifier, context);
};

export const load = async (url, context, nextLoad) => {
  if (!/\.tsx?$/.test(url)) return nextLoad(url, context);
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), {
    loader: url.endsWith('x') ? 'tsx' : 'ts',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    target: 'node20.19',
  });
  return { format: 'module', shortCircuit: true, source: code };
};
