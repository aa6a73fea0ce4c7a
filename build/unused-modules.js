// Modules of packages that nobody comes to here, though their packages load them: the bundle has a line in place of each.

/** By the end of their path, with what an ES module exports. Whoever calls one all the same is told so. */
const unused = [
  // axios is given the function that sends (src/callbacks/send-once.ts): its own ways to send are never asked for.
  { path: /axios\/lib\/adapters\/(http|xhr|fetch)\.js$/, exports: ['default', 'getFetch'] },
  // `trust proxy` is off: Express compares no addresses.
  { path: /proxy-addr\/node_modules\/ipaddr\.js\/lib\/ipaddr\.js$/ },
  // Scales of charts go from number to number, never from colour to colour.
  {
    path: /d3-color\/dist\/d3-color\.mjs$/,
    exports: ['color', 'rgb', 'hsl', 'lab', 'hcl', 'cubehelix'],
  },
  // Markdown is written, never read: only labels of references have their `&eacute;` decoded, and none is written.
  {
    path: /decode-named-character-reference\/index\.js$/,
    exports: ['decodeNamedCharacterReference'],
  },
  // load sends strings, and offers no HTTP/2; ...
  { path: /undici\/lib\/(dispatcher\/client-h2|web\/fetch\/body)\.js$/ },
  // ... and its histograms are plain arrays, and their texts stand in JSON.
  { path: /hdr-histogram-js\/dist\/(PackedHistogram|HistogramLog(Reader|Writer)|Recorder)\.js$/ },
];

const inPlaceOf = (id, names) => {
  const what = id.split('node_modules/').at(-1);
  const leftOut = `const leftOut = () => { throw new Error('${what} is left out of the bundle (build/unused-modules.js)'); };`;
  if (names === undefined) {
    return `${leftOut} module.exports = new Proxy(leftOut, { get: () => leftOut });`;
  }
  return `${leftOut} export { ${names.map((name) => `leftOut as ${name}`).join(', ')} };`;
};

export const unusedModules = {
  name: 'unused-modules',
  load: (id) => {
    const found = unused.find(({ path }) => path.test(id));
    return found === undefined ? null : inPlaceOf(id, found.exports);
  },
};
