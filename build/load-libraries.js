// Of the libraries that `load` is made of, what it uses: undici's pool and the histograms would take 570 KB.
// Whole modules that it has no use for are in unused-modules.js.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';

const require = createRequire(import.meta.url);

/** As where there is no WebAssembly: the library goes on in JavaScript, as it does by default. */
const withoutWasmHistogram = {
  name: 'without-wasm-histogram',
  load: (id) =>
    id.endsWith('hdr-histogram-js/dist/wasm/index.js')
      ? 'exports.webAssemblyAvailable = false; exports.WasmHistogram = class {};'
      : null,
};

/** Of a zlib in JavaScript for browsers, and an `eval` that hides Node's from their bundlers. */
const withNodesZlib = {
  name: 'with-nodes-zlib',
  resolveId: (id) => (id === 'pako' ? '\0no-pako' : null),
  load: (id) => (id === '\0no-pako' ? 'module.exports = {};' : null),
  transform: (code, id) => {
    if (!id.endsWith('hdr-histogram-js/dist/JsHistogram.encoding.js')) return null;
    const hidden = /eval\('require\("zlib"\)\.(\w+)'\)/g;
    if (code.match(hidden)?.length !== 2) throw new Error(`${id} loads zlib otherwise by now`);
    return code.replace(hidden, 'require("node:zlib").$1');
  },
};

const packed = '\0undici-parsers';
/** With SIMD, and for processors that have none. */
const parsers = ['llhttp_simd-wasm.js', 'llhttp-wasm.js'];

/** undici's parser, twice: both are nearly the same, and take a seventh of their room when they are packed together. */
const packedParsers = {
  name: 'packed-parsers',
  resolveId: (id) => (id === packed ? id : null),
  load: (id) => {
    if (id === packed) return packParsers();
    const index = parsers.findIndex((name) => id.endsWith(`undici/lib/llhttp/${name}`));
    return index === -1 ? null : `module.exports = require('${packed}')[${index}];`;
  },
};

const packParsers = async () => {
  const [first, second] = await Promise.all(
    parsers.map(async (name) => wasmOf(await readFile(require.resolve(`undici/lib/llhttp/${name}`), 'utf8'))),
  );
  const text = brotliCompressSync(Buffer.concat([first, second])).toString('base64');
  return `
const both = require('node:zlib').brotliDecompressSync(Buffer.from('${text}', 'base64'));
module.exports = [both.subarray(0, ${first.length}), both.subarray(${first.length})];`;
};

const wasmOf = (code) => {
  const [, text] = /wasmBase64 = '([^']+)'/.exec(code) ?? [];
  if (text === undefined) throw new Error('undici keeps its parser otherwise by now');
  return Buffer.from(text, 'base64');
};

/** Of all that the parser may say: what its callers look up. */
const usedConstants = {
  name: 'used-constants',
  load: (id) => {
    if (!id.endsWith('undici/lib/llhttp/constants.js')) return null;
    const { ERROR, TYPE } = require(id);
    return `module.exports = ${JSON.stringify({ ERROR, TYPE })};`;
  },
};

export const leanLoadLibraries = [withoutWasmHistogram, withNodesZlib, packedParsers, usedConstants];
