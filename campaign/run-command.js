import { spawn } from 'node:child_process';

const most = 4_000_000;

/**
 * Runs a command of the product to its end: `{ code, output, ms, isHung }`. What takes longer than
 * `longestMs` is ended by force, and hung. `code`: the name of a signal where one ended it.
 */
export const runCommand = ({ product, args, folder, longestMs, signal }) =>
  new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(process.execPath, [product, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: folder },
    });
    let output = '';
    let isHung = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        if (output.length < most) output += chunk;
      });
    }
    const end = () => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      isHung = true;
      end();
    }, longestMs);
    signal.addEventListener('abort', end, { once: true });
    child.once('close', (code, name) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve({ code: name ?? code, output, isHung, ms: performance.now() - began });
    });
  });
