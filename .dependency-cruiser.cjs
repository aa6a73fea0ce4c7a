// Fail loudly when no TypeScript-capable parser is present: without one the cruise
// finds 0 modules and reports success.
const swc = require('./lint/node_modules/@swc/core');

// The cruiser asks for TypeScript without JSX, and has no setting for it; it calls this same object.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });

/** The floors, ground floor first; a room imports lower floors, and on its own floor what stands left of it. */
const floors = [
  ['spec', 'base'],
  ['signing', 'formats', 'journal', 'components'],
  ['ledger', 'wire', 'platform', 'recording', 'report'],
  ['judge', 'games', 'api'],
  ['serve'],
  ['run'],
  ['fuzz', 'testing', 'compare', 'load'],
  ['cli'],
];

/** Room -> rooms it may import. Of formats and api the pages take types alone: build/pages.js refuses zod in them. */
const mayImport = { ui: ['spec', 'base', 'formats', 'components', 'api'] };
const below = [];
for (const room of floors.flat()) {
  mayImport[room] = [...below];
  below.push(room);
}

/** A room is src/<room>.ts while it is one file, src/<room>/ once it is several. */
const room = (names) => `^src/(${names.join('|')})(/|[.]ts$)`;

const rules = Object.entries(mayImport).map(([name, below]) => ({
  name: `${name}-imports-only-lower-floors`,
  severity: 'error',
  from: { path: room([name]) },
  to: { path: '^src/', pathNot: room([name, ...below]) },
}));

/** Each heavy dependency has one home, so that replacing it is a one-room change. */
const onlyIn = (rooms, dependency) => ({
  name: `only-${rooms.join('-and-')}-may-import-${dependency}`,
  severity: 'error',
  from: { path: '^src/', pathNot: room(rooms) },
  to: { path: `node_modules/${dependency}/` },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '[.]d[.]ts$' },
      to: {},
    },
    {
      name: 'every-file-lives-in-a-room',
      severity: 'error',
      from: { path: '^src/', pathNot: `${room(Object.keys(mayImport))}|^src/index[.]ts$` },
      to: {},
    },
    {
      name: 'the-product-imports-no-fixture-and-no-test',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(fixtures|test|bench)/' },
    },
    ...rules,
    {
      // What pages and reports share goes into the page: records and text alone, and preact.
      name: 'components-import-records-and-text',
      severity: 'error',
      from: { path: '^src/components/' },
      to: { path: '^src/', pathNot: '^src/(components|spec|base)/' },
    },
    onlyIn(['journal'], 'better-sqlite3'),
    onlyIn(['platform', 'games', 'api', 'serve'], 'express'),
    onlyIn(['wire'], 'axios'),
    onlyIn(['load'], 'undici'),
    onlyIn(['fuzz'], 'fast-check'),
    onlyIn(['report', 'load'], 'hdr-histogram-js'),
    onlyIn(['cli'], 'commander'),
    onlyIn(['cli'], 'chokidar'),
    onlyIn(['ledger'], 'immutable'),
    onlyIn(['report'], 'd3-array'),
    onlyIn(['report'], 'fast-xml-builder'),
    onlyIn(['report'], 'd3-scale'),
    onlyIn(['ui'], 'd3-shape'),
    onlyIn(['ui'], '@preact/signals'),
    onlyIn(['ui'], 'tinykeys'),
    onlyIn(['report'], 'mdast-util-to-markdown'),
    onlyIn(['cli', 'report'], 'chalk'),
    onlyIn(['formats'], 'yaml'),
    onlyIn(['formats', 'platform', 'games', 'api', 'serve'], 'zod'),
    onlyIn(['base'], 'fast-string-truncated-width'),
    onlyIn(['base'], 'fast-wrap-ansi'),
    onlyIn(['base'], 'big.js'),
    onlyIn(['testing', 'compare', 'load'], '@streamparser/json'),
    onlyIn(['base'], 'pure-rand'),
    onlyIn(['wire'], 'ipaddr.js'),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    // What is bundled was cruised as the sources that it is made of.
    doNotFollow: { path: ['node_modules', '^dist/'] },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
