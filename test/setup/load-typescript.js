import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

/** Lets a plain node process import the sources: `node --import <this file>`. */
if (process.execArgv.some((argument) => argument.endsWith('load-typescript.js'))) {
  register(import.meta.url);
}

const react = { runtime: 'automatic', importSource: 'preact' };
const optionsFor = (tsx) => ({
  jsc: { parser: { syntax: 'typescript', tsx }, transform: { react }, target: 'es2022' },
});

/** A thread is started by the name that its file has once it is built. */
export const resolve = async (specifier, context, nextResolve) => {
  const source = specifier.replace(/\.js$/, '.ts');
  const isSource = source.startsWith('file:') && existsSync(new URL(source));
  return await nextResolve(isSource ? source : specifier, context);
};

export const load = async (url, context, nextLoad) => {
  if (!/\.tsx?$/.test(url)) return nextLoad(url, context);
  const { code } = await transformFile(fileURLToPath(url), optionsFor(url.endsWith('x')));
  return { format: 'module', shortCircuit: true, source: code };
};
