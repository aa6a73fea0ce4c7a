import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The tests that start databases or take long, by Jest; its own report says what they found. */
export const runStrangers = async ({ forJest, finds, signal }) => {
  const jest = [
    ...['--experimental-vm-modules', '--no-warnings=ExperimentalWarning'],
    ...['node_modules/jest/bin/jest.js', '--maxWorkers=1', ...forJest],
    ...['test/strangers', 'test/defects/variants'],
  ];
  const child = spawn(process.execPath, jest, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CAMPAIGN: '1' },
  });
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end);
  const [code] = await once(child, 'exit');
  signal.removeEventListener('abort', end);
  if (code !== 0) {
    finds.add({
      kind: 'a test failed',
      detail: `Jest ended with ${code}; its report is above`,
      reproduction: 'npm run campaign -- --only strangers',
    });
  }
  return { tried: [[1, 'run of Jest']] };
};
