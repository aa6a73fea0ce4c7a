import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResendOrder } from '../../src/api/schemas/hand-callbacks.ts';
import { sign } from '../../src/signing/sign.ts';
import { exchangeHeader } from '../../src/spec/operation-answers.ts';
import { makeBet } from '../api/sample-calls.ts';
import { launch } from '../platform/open-platform.ts';
import { type OpenWired, openWired, rowOf } from './open-wired.ts';

let open: OpenWired;
let judged: string[];
beforeEach(async () => {
  judged = [];
  open = await openWired({
    judgeOperation: ({ id }) => {
      judged.push(id);
      return undefined;
    },
  });
});
afterEach(async () => await open.close());

const request = (more = {}) => ({ agent_id: 1001, timestamp: nowSeconds(), ...more });

const nowSeconds = (): number => Math.floor(open.options.clock.now() / 1000);

/** Keys in their order, compact: what JSON.stringify writes is the text that is signed. */
const signatureOf = (body: object): string => {
  const sorted = Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1));
  return sign(JSON.stringify(Object.fromEntries(sorted)), 'test-token');
};

/** The agent asks; the id of the exchange. */
const asked = async (body: object, path = '/api/games/list'): Promise<string> => {
  const response = await fetch(`${await open.serve()}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': signatureOf(body) },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.headers.get(exchangeHeader) ?? '';
};

const resend = async (id: string, order: ResendOrder) => {
  const sent = await open.admin.callbacks.resend(id, order);
  const [told] = sent?.callbacks ?? [];
  const { exchange } = await rowOf(open, told?.exchangeId);
  return { told, exchange };
};

describe("a request of the agent's is sent", () => {
  it('again as it was, and what the platform answers is given back', async () => {
    const id = await asked(request());
    const { told, exchange } = await resend(id, { as: 'exact' });
    expect(told).toMatchObject({ kind: 'list', status: 200, findings: [] });
    expect(JSON.parse(told?.answer?.text ?? '')).toMatchObject({
      ...{ status: 'success', request_id: exchange.id, content: { total: 2 } },
    });
    const before = (await rowOf(open, id)).exchange;
    expect(exchange.request.body).toEqual(before.request.body);
    expect(exchange).toMatchObject({ direction: 'operation', origin: 'hand', dialect: 'minimal' });
    expect(exchange.id).not.toBe(id);
  });

  it('signed again with the time of now, where its own is long past', async () => {
    const id = await asked(request({ timestamp: 1_000_000_000 }));
    expect((await resend(id, { as: 'exact' })).told).toMatchObject({ status: 400 });
    const began = nowSeconds();
    const { told, exchange } = await resend(id, { as: 'resigned' });
    expect(told?.status).toBe(200);
    const { timestamp, ...rest } = JSON.parse(exchange.request.body.toString()) as { readonly timestamp: number };
    expect(rest).toEqual({ agent_id: 1001 });
    expect(timestamp).toBeGreaterThanOrEqual(began);
    expect(timestamp).toBeLessThanOrEqual(nowSeconds());
  });

  it('as it was edited, signed over what the platform trims', async () => {
    const id = await asked(request());
    const body = ` {"timestamp":${nowSeconds()},"agent_id":1001,"note":"  é  "}`;
    const { told, exchange } = await resend(id, { as: 'edited', body });
    expect(told?.status).toBe(200);
    expect(Buffer.from(exchange.request.body).toString()).toBe(body);
  });
});

describe("what comes of a request of the agent's", () => {
  it('is refused as the platform refuses it, and recorded with the reason', async () => {
    const id = await asked(request());
    const edited = async (body: string) => (await resend(id, { as: 'edited', body })).told;
    expect(await edited('no JSON')).toMatchObject({ status: 422, error: 'validation_error' });
    expect(await edited('{"agent_id":1001}')).toMatchObject({ error: 'validation_error' });
  });

  it('does what it asks for: a session is opened', async () => {
    const body = request(launch);
    const id = await asked(body, '/api/games/get_game_link');
    const before = open.admin.sessions.list().length;
    const { told } = await resend(id, { as: 'resigned' });
    expect(told).toMatchObject({ kind: 'get_game_link', status: 200 });
    expect(open.admin.sessions.list()).toHaveLength(before + 1);
  });

  it('is not charged to the agent: somebody else sent it', async () => {
    const id = await asked(request());
    await resend(id, { as: 'exact' });
    await resend(id, { as: 'edited', body: '{}' });
    expect(judged).toEqual([id]);
  });

  it('that a fault drops is told as failed', async () => {
    const id = await asked(request());
    open.admin.faults.add({ direction: 'operation', fault: 'dropped', on: 'list', times: 1 });
    const { told } = await resend(id, { as: 'exact' });
    expect(told).toMatchObject({ status: null, failure: 'dropped' });
    expect(told).not.toHaveProperty('answer', expect.anything());
  });

  it('shows the token nowhere', async () => {
    const id = await asked(request());
    const { told, exchange } = await resend(id, { as: 'edited', body: '{"agent_id":1001}' });
    expect(JSON.stringify([told, exchange.request.headers])).not.toContain('test-token');
  });
});

describe('what cannot be sent again', () => {
  it.each(['conflict', 'stale'] as const)('is refused: %s is for callbacks', async (as) => {
    const id = await asked(request());
    await expect(resend(id, { as })).rejects.toThrow(`${as} is for callbacks`);
  });

  it('is what came to no operation', async () => {
    const { request: sent, ...bet } = makeBet(1);
    open.recorder.record({ ...bet, direction: 'operation', request: { ...sent, url: '/nope' } });
    await expect(resend('x-1', { as: 'exact' })).rejects.toThrow('no request of an operation');
  });

  it('is for an agent that is not there', async () => {
    const id = await asked(request());
    const body = '{"agent_id":77}';
    await expect(resend(id, { as: 'edited', body })).rejects.toThrow('Agent 77 has no token');
  });

  it('has no timestamp', async () => {
    const id = await asked([1]);
    await expect(resend(id, { as: 'resigned' })).rejects.toThrow('no JSON object');
  });
});
