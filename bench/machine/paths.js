import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** What is run and read, wherever the benchmark was started. */
export const paths = {
  executable: at('bin/walletproof.js'),
  exampleAgent: at('fixtures/agents/example/main.js'),
  goAgent: at('fixtures/agents/go'),
  page: at('docs/performance.md'),
  peers: at('bench/peers'),
  subject: (name) => at(`bench/subjects/${name}`),
  /** The arguments of Node for a subject that is made of the sources. */
  ofSources: (name) => [`--import=${at('test/setup/load-typescript.js')}`, at(`bench/subjects/${name}`)],
};

/** The platform with its journal in a file. */
export const walletproof = (journal, ...more) => ({
  name: 'walletproof',
  args: [paths.executable, 'serve', '--port', '0', '--journal', journal, ...more],
});

export const bare = { name: 'bare node:http', args: [paths.subject('bare.js')] };

export const expressAsItComes = {
  name: 'Express as it comes',
  args: [paths.subject('express.js')],
};

export const exampleAgent = {
  name: 'example agent',
  args: [paths.exampleAgent, '--port', '0'],
};
