import { jest } from '@jest/globals';
import { AdminRefusal, callAdmin } from '../../../src/ui/parts/call-admin.ts';

const answering = (answer: () => Response): jest.SpiedFunction<typeof fetch> =>
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => answer());

afterEach(() => {
  jest.restoreAllMocks();
});

const refusal = async (): Promise<unknown> => {
  try {
    return await callAdmin('GET', '/clock');
  } catch (error) {
    if (!(error instanceof AdminRefusal)) throw error;
    const { status, code, message, remedy } = error;
    return { status, code, message, remedy };
  }
};

test('an order is sent as JSON, and the answer read', async () => {
  const fetched = answering(() => new Response('{"bet":1}', { status: 201 }));
  expect(await callAdmin('POST', '/trigger', { bet: '1.10' })).toEqual({ bet: 1 });
  expect(fetched).toHaveBeenCalledWith('/__admin/trigger', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"bet":"1.10"}',
  });
});

test('an answer without a body is nothing', async () => {
  answering(() => new Response(null, { status: 204 }));
  expect(await callAdmin('DELETE', '/faults')).toBeUndefined();
});

test('a refusal has the code, the words and the remedy of the platform', async () => {
  const told = { error: 'invalid', message: 'No.', remedy: 'Yes.' };
  answering(() => new Response(JSON.stringify(told), { status: 422 }));
  expect(await refusal()).toEqual({ status: 422, code: 'invalid', message: 'No.', remedy: 'Yes.' });
});

test.each(['<html>', '', '{"message":7}', 'null'])('the error %j is told by its status', async (body) => {
  answering(() => new Response(body, { status: 502 }));
  expect(await refusal()).toMatchObject({
    code: 'error',
    message: 'The platform answered HTTP 502.',
  });
});

test('a platform that does not answer is a refusal, too', async () => {
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  expect(await refusal()).toMatchObject({ status: 0, code: 'unreachable' });
});

test('a call that nobody wants any more is ended, and is no refusal', async () => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted();
    return new Response();
  });
  const signal = AbortSignal.abort();
  await expect(callAdmin('GET', '/clock', undefined, signal)).rejects.toHaveProperty('name', 'AbortError');
});
