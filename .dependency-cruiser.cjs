// Fail loudly when no TypeScript-capable parser is present: without one the cruise
// finds 0 modules and reports success.
const swc = require('@swc/core');

// The cruiser asks for TypeScript without JSX, and has no setting for it; it calls this same object.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) =>
  parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });

/** Room -> rooms it may import, ground floor first. ARCHITECTURE.md tells what each room is. */
const mayImport = {
  contract: [],
  world: [],
  json: [],
  text: [],
  money: ['contract', 'json'],
  signing: ['contract', 'json'],
  answers: ['contract', 'json'],
  faults: ['contract', 'world', 'json', 'signing'],
  journal: ['contract', 'world'],
  document: ['contract'],
  ledger: ['contract', 'money'],
  scenario: ['contract', 'money', 'faults', 'document'],
  config: ['contract', 'document', 'signing'],
  platform: ['contract', 'world', 'json', 'money', 'signing', 'faults'],
  callbacks: ['contract', 'world', 'json', 'money', 'signing', 'answers', 'faults'],
  report: ['contract', 'money', 'text'],
  judges: ['contract', 'json', 'money', 'signing', 'answers', 'ledger'],
  games: ['contract', 'world', 'json', 'money', 'answers', 'platform', 'callbacks'],
  dashboard: ['contract', 'json', 'money', 'answers', 'signing', 'journal', 'report'],
  ui: ['contract', 'text'],
};

const storeys = [['stage'], ['runner'], ['cli']];
for (const storey of storeys) {
  const below = Object.keys(mayImport);
  for (const room of storey) mayImport[room] = below;
}

/** A room is src/<room>.ts while it is one file, src/<room>/ once it is several. */
const room = (names) => `^src/(${names.join('|')})(/|[.]ts$)`;

const floors = Object.entries(mayImport).map(([name, below]) => ({
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
    ...floors,
    onlyIn(['journal'], 'better-sqlite3'),
    onlyIn(['platform', 'games', 'dashboard', 'stage'], 'express'),
    onlyIn(['callbacks'], 'axios'),
    onlyIn(['cli'], 'commander'),
    onlyIn(['cli'], 'chokidar'),
    onlyIn(['report'], 'd3-array'),
    onlyIn(['report', 'ui'], 'd3-scale'),
    onlyIn(['ui'], 'd3-shape'),
    onlyIn(['ui'], '@preact/signals'),
    onlyIn(['ui'], '@tanstack/virtual-core'),
    onlyIn(['report'], 'fast-xml-builder'),
    onlyIn(['report'], 'mdast-util-to-markdown'),
    onlyIn(['cli', 'report'], 'chalk'),
    onlyIn(['document'], 'yaml'),
    onlyIn(['contract', 'document'], 'zod'),
    onlyIn(['json'], '@humanwhocodes/momoa'),
    onlyIn(['money'], 'big.js'),
    onlyIn(['money'], 'currency-codes'),
    onlyIn(['world'], 'pure-rand'),
    onlyIn(['callbacks'], 'ipaddr.js'),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
