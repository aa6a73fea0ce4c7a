import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const sizeMib = 24;
const block = Buffer.alloc(65_536, 'x');

const run = (program, ...args) => execFileSync(program, args, { stdio: 'pipe' });

/** Writes until nothing more fits. */
const fill = (file) => {
  const descriptor = openSync(file, 'w');
  try {
    for (let length = block.length; length >= 1; ) {
      try {
        writeSync(descriptor, block, 0, length);
      } catch {
        length = Math.floor(length / 8);
      }
    }
  } finally {
    closeSync(descriptor);
  }
};

/** A disk of its own, so small that it can be filled: a tmpfs, which only root may mount. */
const openTmpfs = (folder) => {
  run('mount', '-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'tmpfs', folder);
  const filler = join(folder, 'filler');
  return {
    kind: `a tmpfs of ${sizeMib} MiB`,
    folder,
    fill: () => fill(filler),
    free: () => rmSync(filler, { force: true }),
    close: () => run('umount', '--lazy', folder),
  };
};

/** An ordinary folder; the process may let its files grow no further, which looks like a full disk. */
const openFolder = (folder) => ({
  kind: 'a limit of the size of files',
  folder,
  fill: ({ pid, journal }) => run('prlimit', '--pid', String(pid), `--fsize=${statSync(journal).size}:`),
  free: ({ pid }) => run('prlimit', '--pid', String(pid), '--fsize=unlimited:'),
  close: () => undefined,
});

/** Where the journal lies, on a disk that can be full. `fill` and `free` take the pid and the file. */
export const openDisk = (folder) => {
  mkdirSync(folder, { recursive: true });
  try {
    return openTmpfs(folder);
  } catch {
    return openFolder(folder);
  }
};
