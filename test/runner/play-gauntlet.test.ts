import { describe, expect, it } from '@jest/globals';
import type { GauntletResult } from '../../src/formats/run.ts';
import { playGauntlet } from '../../src/runner/play-gauntlet.ts';
import { runScenarios } from '../../src/runner/run-scenarios.ts';
import { canonicalText, sign } from '../../src/signing/sign.ts';
import { badSignature, balanceAnswer, contextFor, emptyOrder, jsonAnswer, type Say, token } from './run-against.ts';

interface Wallet {
  readonly say: Say;
  readonly balance: () => number;
}

/** A wallet that reads JSON as JavaScript does, and verifies it printed anew. */
const openWallet = (balance = 100): Wallet => {
  const changes = new Map<string, number>();
  const sum = (): number => [...changes.values()].reduce((all, one) => all + one, balance);
  return {
    balance: sum,
    say: (text, signature) => {
      const dialect = 'minimal-reprinted';
      if (signature !== sign(canonicalText(text, dialect), token)) return badSignature;
      const { type, bet, win, transaction_id: id } = JSON.parse(text);
      if (type === 'makeBet' && bet > sum()) return jsonAnswer(400, { error: 'insufficient_balance' });
      if (type === 'makeBet') changes.set(id, win - bet);
      if (type === 'rollback') changes.delete(id);
      return balanceAnswer(sum());
    },
  };
};

const run = async (say: Say, changes = {}): Promise<GauntletResult> =>
  (await playGauntlet({ ...contextFor(say, 'minimal-reprinted'), ...changes })).result;

const notSurvived = ({ ways }: GauntletResult) =>
  ways
    .filter((way) => ['refused', 'misread', 'no-answer'].some((bad) => JSON.stringify(way).includes(`:"${bad}"`)))
    .map(({ name }) => name);

describe('playGauntlet', () => {
  it('is survived by a right agent in every way', async () => {
    const result = await run(openWallet().say);

    expect(notSurvived(result)).toEqual([]);
    expect(result.ways.length).toBeGreaterThanOrEqual(18);
  });

  it('names the ways that an agent refuses, with what it says', async () => {
    const { say } = openWallet();
    const strict: Say = (text, signature, call) =>
      call.headers['content-type'] === 'application/json'
        ? say(text, signature, call)
        : jsonAnswer(415, { error: 'unsupported_media_type' });
    const result = await run(strict);

    expect(notSurvived(result)).toEqual(['content-type-charset', 'content-type-case']);
    expect(result.ways.at(-1)).toMatchObject({
      getBalance: 'refused',
      makeBet: 'refused',
      rollback: 'not-sent',
      said: 'HTTP 415 unsupported_media_type',
    });
  });

  it('is not sent to an agent that shows no balance', async () => {
    const result = await run(() => badSignature);

    expect(result.ways).toEqual([]);
    expect(result.note).toMatch(/no balance/);
  });
});

describe('the money of the gauntlet', () => {
  it('leaves the money as it was', async () => {
    const wallet = openWallet();
    const result = await run(wallet.say);

    expect(wallet.balance()).toBe(100);
    expect(result.residue).toBeUndefined();
  });

  it('funds a player who has nothing, and takes it back', async () => {
    const wallet = openWallet(0);

    expect(notSurvived(await run(wallet.say))).toEqual([]);
    expect(wallet.balance()).toBe(0);
  });

  it('tells amounts that are misread, and gives back what they left', async () => {
    const wallet = openWallet();
    const careless: Say = (text, signature, call) => {
      const answer = wallet.say(text, signature, call);
      return text.includes('e0') && answer !== badSignature ? balanceAnswer(1) : answer;
    };
    const result = await run(careless);

    expect(result.ways.find(({ name }) => name === 'amount-exponent')).toMatchObject({
      makeBet: 'misread',
      said: 'balance 1',
    });
    expect(wallet.balance()).toBe(100);
  });

  it('moves no money beyond --max-stake', async () => {
    const types = new Set<string>();
    const { say } = openWallet();
    const watched: Say = (text, signature, call) => {
      types.add(call.kind);
      return say(text, signature, call);
    };
    const result = await run(watched, { maxStake: '1' });

    expect(types).toEqual(new Set(['getBalance']));
    expect(result.note).toMatch(/--max-stake/);
  });
});

describe('the ways', () => {
  it('differ in their bytes', async () => {
    const { say } = openWallet();
    const bodies = new Map<string, string>();
    await run((text, signature, call) => {
      const { label, wireForm, headers } = call;
      const bytes = [text.replaceAll(/-g-\d+/g, ''), headers['content-type'], JSON.stringify(wireForm)];
      if (label.includes(', ')) bodies.set(label, bytes.join('|'));
      return say(text, signature, call);
    });

    expect(bodies.size).toBeGreaterThan(50);
    expect(new Set(bodies.values()).size).toBe(bodies.size);
  });
});

describe('a run', () => {
  it('has a gauntlet where one is asked for', async () => {
    const context = contextFor(openWallet().say);
    const told = await runScenarios(context, { ...emptyOrder, gauntlet: 'play' });

    expect(told.gauntlet?.ways.map(({ name }) => name)).toContain('chunked');
    expect(told.exchanges.some(({ scenario }) => scenario === 'gauntlet')).toBe(true);
    expect((await runScenarios(context, emptyOrder)).gauntlet).toBeUndefined();
  });
});
