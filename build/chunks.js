// Which modules share a file of the bundle: to find and read a file takes as long as to compile 30 KB of it, and a start
// of `serve` read 80. See docs/decisions/0022-a-start-loads-what-it-needs.md.
import { resolve } from 'node:path';

/** What every reader of the suite loads, a moment later. */
const suite = ['dist/formats/scenario/parsed-suite.js'];

/** What is started often, or by people who wait: each loads its own files, and those that it shares with others of these. */
const starts = {
  help: ['dist/cli/main.js'],
  list: ['dist/cli/commands/list.js', ...suite],
  explain: ['dist/cli/commands/explain.js', ...suite],
  ahead: ['dist/journal/start-thread.js'],
  serve: ['dist/cli/commands/serve.js'],
  test: ['dist/cli/commands/play.js', 'dist/cli/commands/demo.js'],
  thread: ['dist/journal/journal-thread.js', 'dist/journal/serve-journal.js'],
  library: ['dist/index.js', 'dist/testing/testing.js', 'dist/testing/jest.js'],
};

/** Every command is called by way of what `--help` loads. */
const commands = ['list', 'explain', 'serve', 'test'];

/** All that is loaded with these modules at once, themselves too. */
const reach = (ids, bundling) => {
  const reached = new Set(ids);
  for (const id of reached) {
    for (const imported of bundling.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
};

/**
 * One file for all modules that the same starts load. A module is loaded by all who load one that imports it: so files
 * import only those that more starts load, and never each other.
 */
export const byStarts = () => {
  let reached;
  const name = (id, bundling) => {
    reached ??= Object.entries(starts).map(([start, paths]) => ({
      start,
      ids: reach(
        paths.map((path) => resolve(path)),
        bundling,
      ),
    }));
    const loading = new Set(reached.filter(({ ids }) => ids.has(id)).map(({ start }) => start));
    if (loading.has('help')) for (const command of commands) loading.delete(command);
    // What neither loads is left to the bundler: a file of it all would be loaded for a line of it.
    const isWaitedFor = loading.has('help') || loading.has('serve');
    return isWaitedFor ? `for-${[...loading].join('-')}` : null;
  };
  return { includeDependenciesRecursively: false, groups: [{ debugName: 'by starts', name }] };
};
