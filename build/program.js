// What runs in Node: the executable, the library, the threads and the example agent. A file of CommonJS for each room of src,
// loaded when something in it is first needed; see docs/decisions/0004-the-executable-is-bundled.md.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { build, transform } from 'esbuild';

const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Installed beside us; every other package is bundled, because CommonJS cannot load it. */
const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
const isInstalled = (path) =>
  path.startsWith('node:') || installed.some((name) => path === name || path.startsWith(`${name}/`));

/** The modules with which a process or a user of the library begins, by the file in dist that hands out their exports. */
const entries = {
  'bundle/main.js': 'src/cli/main.ts',
  'bundle/journal-thread.js': 'src/journal/journal-thread.ts',
  'bundle/load-thread.js': 'src/load/load-thread.ts',
  'bundle/agent/main.js': 'fixtures/agents/example/main.ts',
  'bundle/agent/defects.js': 'fixtures/agents/example/defects.ts',
  'bundle/agent/variants.js': 'fixtures/agents/example/variants.ts',
  'index.cjs': 'src/index.ts',
  'testing.cjs': 'src/testing/testing.ts',
  'jest.cjs': 'src/testing/jest.ts',
};
/** What `list` and `explain` load. */
const lookUps = ['commands/list', 'commands/explain', '../formats/scenario/parsed-suite'].map((name) =>
  join('src/cli', `${name}.ts`),
);
/** Vitest cannot be required: an ES module, which takes all else from the bundle. */
const adapter = 'src/testing/vitest.ts';

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  write: false,
  metafile: true,
  logLevel: 'warning',
};

/** Writes all of it; gives the paths of what is inside. */
export const buildProgram = async () => {
  const rooms = await readRooms();
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: Object.fromEntries([...rooms.asked.keys()].map((room) => [room, `room:${room}`])),
    outdir: 'dist/bundle',
    format: 'cjs',
    external: installed,
    // `import()` is a `require` that comes later: Jest knows no other in CommonJS.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
    minifyWhitespace: true,
    minifySyntax: true,
    // Node shows the whole line of an error that nobody caught.
    lineLimit: 120,
    plugins: [roomByRoom(rooms)],
  });
  for (const { path, text } of outputFiles) write(relative('dist', path), linked(text));
  write('bundle/package.json', '{ "type": "commonjs" }\n');
  await writeEntries(rooms);
  await writeAdapter(rooms);
  await writeData(rooms);
  return Object.keys(metafile.inputs);
};

const write = (file, text) => {
  mkdirSync(dirname(`dist/${file}`), { recursive: true });
  writeFileSync(`dist/${file}`, text);
};

/** What each file must hand out: the modules that are imported from another one. */
const readRooms = async () => {
  const { metafile } = await build({
    ...common,
    stdin: {
      contents: [...Object.values(entries), adapter].map((path) => `import './${path}';`).join('\n'),
      resolveDir: process.cwd(),
    },
    format: 'esm',
    packages: 'external',
  });
  const reach = (modules) => {
    const reached = new Set(modules);
    for (const path of reached) {
      for (const { kind, external, path: imported } of metafile.inputs[path].imports) {
        if (kind === 'import-statement' && !external) reached.add(imported);
      }
    }
    return reached;
  };
  // Who asks for help, or looks something up, waits for a file or two, and not for the rest of every room.
  const [start, lookUp] = [[entries['bundle/main.js']], lookUps].map(reach);
  const roomOf = (path) => {
    if (start.has(path)) return 'start';
    return lookUp.has(path) ? 'look-up' : roomPattern.exec(path)?.[1];
  };
  const asked = new Map();
  const ask = (room, module) => asked.set(room, (asked.get(room) ?? new Set()).add(module));
  for (const path of Object.values(entries)) ask(roomOf(path), path);
  delete metafile.inputs['<stdin>'];
  for (const [importer, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path, external } of imports) {
      if (!external && (importer === adapter || roomOf(path) !== roomOf(importer))) ask(roomOf(path), path);
      if (external && !isInstalled(path)) ask(packageRoom(path), path);
    }
  }
  return { asked, roomOf };
};

const roomPattern = /^(?:src|fixtures\/agents)\/(\w+)[/.]/;

/** Packages of one family share modules: there must not be two of Preact. */
const packageRoom = (path) => `package-${path.split(/[-/]/, 1)[0]}`;

/** A room's file hands out functions that give a module's exports: it is evaluated at the first call. */
const roomByRoom = ({ asked, roomOf }) => ({
  name: 'room-by-room',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^room:/ }, ({ path }) => ({ path: path.slice('room:'.length), namespace: 'room' }));
    onLoad({ filter: /./, namespace: 'room' }, ({ path: room }) => ({
      resolveDir: process.cwd(),
      contents: [...asked.get(room)]
        .map((module) => handOut(room.startsWith('package-') ? module : `./${module}`))
        .join('\n'),
    }));
    onResolve({ filter: /^[.@a-z]/ }, ({ path, importer, namespace }) => {
      const own = roomOf(relative('.', importer));
      if (namespace !== 'file' || own === undefined || isInstalled(path)) return undefined;
      const module = path.startsWith('.') ? relative('.', resolve(dirname(importer), path)) : path;
      const room = path.startsWith('.') ? roomOf(module) : packageRoom(path);
      return room === own ? undefined : { path: `./${room}.js#${module}`, external: true };
    });
  },
});

const handOut = (path) => {
  const name = JSON.stringify(path.replace(/^\.\//, ''));
  // What a module has as default alone is what CommonJS would give for it.
  return `{
    let made;
    const make = (module) => Object.keys(module).join() === 'default' ? module.default : module;
    exports[${name}] = () => (made ??= make(require(${JSON.stringify(path)})));
  }`;
};

/** An import from another room, in the text of a file beside that room's. */
const linked = (text) => text.replace(/\brequire\(\s*"(\.\/[\w-]+\.js)#([^"]+)"\)/g, 'require("$1")["$2"]()');

/** An entry hands out a module. Its names stand there for Node, which finds those of CommonJS by reading: `import` gives the very objects that `require` gives. */
const writeEntries = async ({ roomOf }) => {
  const isPublic = ([file]) => file.endsWith('.cjs');
  const { metafile } = await build({
    ...common,
    bundle: false,
    entryPoints: Object.entries(entries)
      .filter(isPublic)
      .map(([, module]) => module),
    outdir: '.',
    outbase: '.',
    format: 'esm',
  });
  for (const [file, module] of Object.entries(entries)) {
    const { exports: names = [] } = metafile.outputs[module.replace(/ts$/, 'js')] ?? {};
    const bundle = relative(dirname(file), `bundle/${roomOf(module)}.js`);
    const path = bundle.startsWith('.') ? bundle : `./${bundle}`;
    const named = names.length > 0 ? `0 && (module.exports = { ${names.toSorted().join(', ')} });\n` : '';
    write(file, `module.exports = require('${path}')['${module}']();\n${named}`);
  }
};

const writeAdapter = async ({ roomOf }) => {
  const { code } = await transform(readFileSync(adapter, 'utf8'), { loader: 'ts', target: common.target });
  const ours = (_, names, path) => {
    const module = join(dirname(adapter), path);
    return `const {${names}} = require('./bundle/${roomOf(module)}.js')['${module}']();`;
  };
  const opening = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
  write('vitest.js', opening + code.replace(/^import \{(.+)\} from "(\..+)";$/gm, ours));
};

/** What commands would else have to load YAML, zod and the whole example agent for. */
const writeData = async ({ roomOf }) => {
  const load = createRequire(import.meta.url);
  const built = (module) => load(`../dist/bundle/${roomOf(module)}.js`)[module]();
  const said = built(entries['bundle/agent/defects.js']).defects.map(({ name, requirement, sentence }) => ({
    name,
    requirement,
    sentence,
  }));
  write('bundle/agent/defects.json', JSON.stringify(said));
  copyFileSync('fixtures/agents/example/defect-findings.json', 'dist/bundle/agent/defect-findings.json');
  const { suiteText } = built('src/formats/scenario/parsed-suite.ts');
  const { shippedScenarios } = built('src/formats/package-files.ts');
  write('bundle/suite.json', suiteText(await shippedScenarios()));
};
