import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

/** Lets a plain node process import the sources: `node --import <this file>`. */
if (process.execArgv.some((argument) => argument.endsWith('load-typescript.js'))) {
  register(import.meta.url);
}

const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } };

export const load = async (url, context, nextLoad) => {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const { code } = await transformFile(fileURLToPath(url), options);
  return { format: 'module', shortCircuit: true, source: code };
};
