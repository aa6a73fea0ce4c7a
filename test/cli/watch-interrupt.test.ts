import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type Interrupt, watchInterrupt } from '../../src/cli/watch-interrupt.ts';

let now = 0;
let interrupt: Interrupt;
const onHaste = jest.fn();
const exit = jest.spyOn(process, 'exit');

beforeEach(() => {
  // Commands that other tests have called may listen still: here the signals are for one alone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
  onHaste.mockReset();
  exit.mockReset().mockImplementation(() => undefined as never);
  interrupt = watchInterrupt({ now: () => now, onHaste });
});

afterEach(() => interrupt.close());

const send = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => process.emit(signal, signal);

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('lets a command finish at %s', (signal) => {
  send(signal);
  expect(interrupt.signal.aborted).toBe(true);
  expect(exit).not.toHaveBeenCalled();
});

it('ends at once where Ctrl-C comes again after a second, and says what stays undone', () => {
  send('SIGINT');
  now += 1_000;
  expect(onHaste).not.toHaveBeenCalled();
  send('SIGINT');
  expect(onHaste).toHaveBeenCalledTimes(1);
  expect(exit).toHaveBeenCalledWith(130);
});

it('takes signals that come together, or after one another by themselves, for one', () => {
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGTERM'] as const) send(signal);
  now += 5_000;
  send('SIGTERM');
  send('SIGHUP');
  expect(exit).not.toHaveBeenCalled();
});
