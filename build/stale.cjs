// Whether dist is of the sources beside it: the build asks, and the executable in a checkout. The package does without.
const { readdirSync, statSync } = require('node:fs');

const root = `${__dirname}/../`;
/** Written where dist is whole, with the time at which its build began. */
const stamp = `${root}dist/.built`;

/** A folder changes when a file in it comes or goes; its name has no dot: to be told costs more than to look. */
const isNewer = (path, builtMs) =>
  statSync(path).mtimeMs > builtMs ||
  (path.lastIndexOf('.') < path.lastIndexOf('/') &&
    readdirSync(path).some((name) => isNewer(`${path}/${name}`, builtMs)));

const builtAt = () => statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;

/** Whether dist is there, and none of these files is newer. */
const isCurrent = (sources) => {
  const builtMs = builtAt();
  return builtMs !== undefined && !sources.some((source) => isNewer(root + source, builtMs));
};

/** Told before a command is played. Scenarios count for nothing: they are read from their files where they have changed. */
const warnOfDist = () => {
  if (builtAt() === undefined) {
    process.stderr.write('walletproof: there is no dist: npm run build\n');
    process.exit(2);
  }
  if (!isCurrent(['src', 'fixtures/agents/example'])) {
    process.stderr.write('walletproof: dist is older than src: npm run build\n');
  }
};

module.exports = { isCurrent, stamp, warnOfDist };
