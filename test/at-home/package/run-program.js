import { spawn } from 'node:child_process';

/** Runs a program to its end: `{ code, output }`. */
export const runProgram = (command, args, { cwd, env = {} }) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = gather(child);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output: output() }));
  });

/** Runs a program until it prints this, then ends it: `{ code, output }`; the code it ends with after SIGTERM. */
export const runUntil = (command, args, { cwd, line }) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = gather(child, () => {
      // Once: a second signal would end it at once.
      if (!child.killed && line.test(output())) child.kill('SIGTERM');
    });
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output: output() }));
  });

const gather = (child, then = () => {}) => {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      text += part;
      then();
    });
  }
  return () => text;
};
