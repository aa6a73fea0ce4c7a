import timers, { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, jest } from '@jest/globals';

/** What an agent waits for is over with the next turn of the event loop, and what it logs of its errors is not shown. */
export const nobodyWaits = (): void => {
  beforeAll(() => {
    jest.spyOn(timers, 'setTimeout').mockImplementation(async (_ms, value) => await nextTurn(value));
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });
};
