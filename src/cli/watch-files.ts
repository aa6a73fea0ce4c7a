import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { watch } from 'chokidar';
import { WalletproofError } from '../spec/walletproof-error.ts';

export interface FilesToWatch {
  /** Files and folders; they need not be there yet. */
  readonly paths: readonly string[];
  /** Files that the runs themselves write. */
  readonly written: readonly string[];
}

export interface FileWatch {
  /** The files that changed since the last time, once nothing more changes; rejects on abort. */
  next(signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** An editor writes a file in parts, a build writes many: a change comes seldom alone. */
const quietMs = 200;

/** What others keep beside their sources, and what an agent writes while it is called. */
const neverWatched = /(^|[\\/])(node_modules|\.git|\.walletproof|__pycache__)([\\/]|$)|\.(db|sqlite3?|log)(-\w+)?$/;

/** Watches files and folders; resolves once it sees every change. */
export const watchFiles = async ({ paths, written }: FilesToWatch): Promise<FileWatch> => {
  const roots = paths.map((path) => resolve(path));
  const isIgnored = ignoring(roots, written);
  const watcher = watch(await Promise.all(roots.map(nearestFolder)), {
    ignoreInitial: true,
    ignored: (path) => isIgnored(resolve(path)),
  });
  const changed = new Set<string>();
  let events = 0;
  watcher.on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    events += 1;
    changed.add(relative('.', path));
  });
  await once(watcher, 'ready').catch(cannotWatch);
  // What goes wrong later concerns single files: the others are watched on.
  watcher.on('error', () => undefined);
  return {
    next: async (signal) => {
      while (changed.size === 0) await once(watcher, 'all', { signal });
      for (let seen = -1; seen !== events; ) {
        seen = events;
        await delay(quietMs, undefined, { signal });
      }
      const files = [...changed];
      changed.clear();
      return files;
    },
    close: async () => await watcher.close(),
  };
};

/** A file is watched through its folder: it may be replaced, or not be there yet. */
const nearestFolder = async (path: string): Promise<string> => {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true || path === dirname(path)) return path;
  return await nearestFolder(dirname(path));
};

/** What is no part of a root, and what is never watched; a root is, whatever it is called. */
const ignoring = (roots: readonly string[], written: readonly string[]): ((path: string) => boolean) => {
  const outputs = new Set(written.map((path) => resolve(path)));
  const isWatched = (root: string, path: string): boolean =>
    isWithin(path, root) || (isWithin(root, path) && !neverWatched.test(relative(root, path)));
  return (path) => outputs.has(path) || !roots.some((root) => isWatched(root, path));
};

const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

const cannotWatch = (cause: Error): never => {
  throw new WalletproofError(
    'environment',
    `The files cannot be watched: ${cause.message}`,
    'Watch fewer files: --watch-path takes a folder of sources; or raise the limit of the system.',
    { cause },
  );
};
