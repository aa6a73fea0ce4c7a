// What runs in Node: the executable, the library, the thread of the journal and the example agent.
// One bundle of CommonJS whose parts are loaded when they are needed; see docs/decisions/0004-the-executable-is-bundled.md.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'rolldown';
import { byStarts } from './chunks.js';
import { moduleOnly, publicEntries } from './entries.js';
import { leanLoadLibraries } from './load-libraries.js';
import { unusedModules } from './unused-modules.js';

/**
 * Express and axios load these at their start, which takes longer than all the rest; nobody here calls them:
 * the query parser is off, and no form is sent.
 */
const leaveOut = {
  name: 'leave-out',
  resolveId: (id) => (/^(qs|form-data)$/.test(id) ? `\0left-out:${id}` : undefined),
  load: (id) =>
    id.startsWith('\0left-out:')
      ? `const leftOut = () => { throw new Error('${id.slice('\0left-out:'.length)} is left out of the bundle (build/program.js)'); };
         module.exports = new Proxy(leftOut, { get: () => leftOut });`
      : undefined,
};

/** What Express would say of itself under DEBUG=express:*, past the gate for what is written. */
const noDebug = {
  name: 'no-debug',
  resolveId: (id) => (id === 'debug' ? '\0no-debug' : undefined),
  load: (id) => (id === '\0no-debug' ? 'module.exports = () => () => {};' : undefined),
};

const find = createRequire(import.meta.url).resolve;
const bodyParser = find('body-parser');

/** Only the example agent has its bodies read by Express: the reader is loaded with the first one. */
const lateBodyParser = {
  name: 'late-body-parser',
  resolveId: (id, importer) => (id === 'body-parser' && !importer?.startsWith('\0') ? '\0late:body-parser' : undefined),
  load: (id) =>
    id === '\0late:body-parser'
      ? `module.exports = new Proxy({}, { get: (_, name) => (...options) => require('${bodyParser}')[name](...options) });`
      : undefined,
};

/** commander loads it for commands that are programs of their own; ours are not, and it takes as long as all of commander. */
const lateChildProcess = {
  name: 'late-child-process',
  transform: (code, id) => {
    if (!id.endsWith('commander/lib/command.js')) return undefined;
    const early = "const childProcess = require('node:child_process');";
    if (!code.includes(early)) throw new Error(`${id} loads child_process otherwise by now`);
    return code.replace(early, '').replaceAll('childProcess.', "require('node:child_process').");
  },
};

/** zod brings its messages in every language; ours are in English. */
const zodInEnglish = {
  name: 'zod-in-english',
  load: (id) => (/zod\/v4\/locales\/index\.c?js$/.test(id) ? 'export {};' : undefined),
};

/** Of all the media types that there are: those that are sent, or asked for by name. */
const servedTypes =
  /^(text\/(html|css|plain|javascript|xml|event-stream)|application\/(json|xml|javascript|octet-stream|x-www-form-urlencoded)|image\/(png|svg\+xml|x-icon|vnd\.microsoft\.icon))$/;
const fewMediaTypes = {
  name: 'few-media-types',
  transform: (code, id) =>
    /mime-db\/db\.json$/.test(id)
      ? JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(code)).filter(([type]) => servedTypes.test(type))))
      : undefined,
};

/** Bodies are UTF-8 or UTF-16: all other encodings are of no use. */
const fewEncodings = {
  name: 'few-encodings',
  load: (id) =>
    /iconv-lite\/encodings\/([ds]bcs-[\w-]+|utf7|utf32)\.js$/.test(id) ? 'module.exports = {};' : undefined,
};

/** As browsers load it: in ES modules, of which only what is used is taken. It reads nothing from the environment. */
const yamlInModules = {
  name: 'yaml-in-modules',
  resolveId: (id) => (id === 'yaml' ? join(dirname(find('yaml/package.json')), 'browser/dist/index.js') : null),
};

/** Its tables say which letters JSON5 takes in a name; Unicode's own classes are the same. */
const shortNamesOfJson5 = {
  name: 'short-names-of-json5',
  transform: (code, id) => {
    if (!id.endsWith('@humanwhocodes/momoa/dist/momoa.js')) return undefined;
    const tables = /^const (ID_Start|ID_Continue) = \/.*\/;?$/gm;
    if (code.match(tables)?.length !== 2) throw new Error(`${id} has other tables by now`);
    return code.replace(tables, 'const $1 = /\\p{$1}/u;');
  },
};

/** From the sources it is started from fixtures/, which the package does not have. */
const bundledExample = {
  name: 'bundled-example',
  transform: (code, id) =>
    id === resolve('dist/cli/example-agent-file.js')
      ? code.replace('fixtures/agents/example', 'dist/bundle/agent')
      : undefined,
};

const common = {
  platform: 'node',
  // A native module, WebAssembly, and what belongs to the project that imports an adapter.
  external: ['better-sqlite3', 'node-sqlite3-wasm', 'vitest', '@jest/globals'],
  transform: { target: 'node20.19' },
  checks: { ineffectiveDynamicImport: false },
};

const small = {
  strict: true,
  minify: true,
  comments: { legal: false, annotation: false, jsdoc: false },
};

/** Bundles all of it; gives the paths of what is inside. */
export const bundleProgram = async () => {
  const { [moduleOnly]: adapter, ...entries } = publicEntries('.js');
  const shared = adapter === undefined ? {} : await importsOf(adapter);
  const program = await bundle({
    main: 'dist/cli/main.js',
    'journal-thread': 'dist/journal/journal-thread.js',
    'load-thread': 'dist/load/load-thread.js',
    'agent/main': 'fixtures/agents/example/main.js',
    'agent/defects': 'fixtures/agents/example/defects.js',
    'agent/variants': 'fixtures/agents/example/variants.js',
    ...shared,
    ...entries,
  });
  await writeFile('dist/bundle/package.json', '{ "type": "commonjs" }\n');
  await writeModules(program.filter(({ isEntry, name }) => isEntry && name in entries));
  if (adapter !== undefined) await writeAdapter(adapter);
  const findings = 'defect-findings.json';
  await copyFile(`fixtures/agents/example/${findings}`, `dist/bundle/agent/${findings}`);
  await writeDefects();
  return program.flatMap(({ moduleIds }) => moduleIds ?? []);
};

/** What `list` and `explain` say of the defects: they need not load them. */
const writeDefects = async () => {
  const { defects } = await import('../fixtures/agents/example/defects.js');
  const said = defects.map(({ name, requirement, sentence }) => ({ name, requirement, sentence }));
  await writeFile('dist/bundle/agent/defects.bin', brotliCompressSync(JSON.stringify(said)));
};

const bundle = async (input) => {
  await rm('dist/bundle', { recursive: true, force: true });
  const { output } = await build({
    ...common,
    input,
    // As modules are put into files by hand, one may be shared that is an entry itself.
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      leaveOut,
      noDebug,
      lateBodyParser,
      lateChildProcess,
      zodInEnglish,
      fewMediaTypes,
      bundledExample,
      fewEncodings,
      unusedModules,
      yamlInModules,
      shortNamesOfJson5,
      ...leanLoadLibraries,
    ],
    output: {
      ...small,
      dir: 'dist/bundle',
      format: 'cjs',
      exports: 'named',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: byStarts(),
    },
  });
  return output;
};

/** `import` gives the very objects that `require` gives: a class is one class. */
const writeModules = async (parts) => {
  await rm('dist/esm', { recursive: true, force: true });
  await mkdir('dist/esm', { recursive: true });
  for (const { name, fileName, exports } of parts) {
    const text = `import library from '../bundle/${fileName}';\nexport const { ${exports.toSorted().join(', ')} } = library;\n`;
    await writeFile(`dist/esm/${name}.js`, text);
  }
};

const relativeImport = /(from\s*|import\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\2/g;

/** What it imports of ours, by name: entries of the bundle, too. */
const importsOf = async (path) => {
  const code = await readFile(path, 'utf8');
  const paths = [...code.matchAll(relativeImport)].map(([, , , source]) => resolve(path, '..', source));
  return Object.fromEntries(paths.map((imported) => [basename(imported, '.js'), imported]));
};

const writeAdapter = async (path) => {
  const code = await readFile(path, 'utf8');
  const bundled = code
    .replace(relativeImport, (_, before, quote, source) => `${before}${quote}../bundle/${basename(source)}${quote}`)
    .replace(/^\/\/# sourceMappingURL=.*$/m, '');
  await writeFile(`dist/esm/${basename(path)}`, bundled);
};
