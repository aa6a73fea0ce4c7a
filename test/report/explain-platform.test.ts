import { describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { textWidth } from '../../src/base/text-table.ts';
import { renderAnswer } from '../../src/platform/answer.ts';
import {
  explainCallback,
  explainOperation,
  explainPlatform,
  explainRefusal,
  platformNames,
} from '../../src/report/explain-platform.ts';
import { renderExplanation } from '../../src/report/render-explanation.ts';
import { callbackTypes } from '../../src/spec/callback.ts';
import { namesOf } from '../../src/spec/closed-list.ts';
import { openPoints } from '../../src/spec/open-points.ts';
import { operationNames, operations } from '../../src/spec/operation.ts';
import { agentErrorCodes, ownRefusals, refusals } from '../../src/spec/refusal.ts';

const page = (columns: number) => ({ columns, paint: new Chalk({ level: 0 }) });

const textOf = (word: string, columns = 100): string =>
  explainPlatform(word)
    .map((told) => renderExplanation(told, page(columns)))
    .join('\n');

describe('the explanation of an operation', () => {
  it('marks every field of the free-spin operations as assumed, but the common two', () => {
    for (const name of ['freespins_grant', 'freespins_delete'] as const) {
      const told = explainOperation(name);
      const own = [...told.fields.slice(2), ...told.content];
      expect(own.filter(({ assumed }) => assumed !== true)).toEqual([]);
    }
  });

  it('marks nothing that section 4 shows', () => {
    for (const name of ['get_game_link', 'list'] as const) {
      const told = explainOperation(name);
      expect([...told.fields, ...told.content].filter(({ assumed }) => assumed)).toEqual([]);
    }
  });

  it('has an example with every required field and no other that is not needed', () => {
    expect(Object.keys(explainOperation('get_game_link').example)).toEqual(
      operations.get_game_link.fields.map(({ name }) => name),
    );
    expect(Object.keys(explainOperation('get_game_link_demo').example)).not.toContain('agent_session_id');
  });

  it('has the errors that section 4 lists for it', () => {
    const codes = explainOperation('get_game_link_demo').errors.map(({ code }) => code);
    expect(codes).toEqual(
      expect.arrayContaining([
        ...['invalid_signature', 'agent_not_found', 'game_not_found', 'game_not_available'],
        ...['game_provider_not_found', 'validation_error'],
      ]),
    );
  });

  it('tells them as text', () => {
    const text = textOf('freespins_grant');
    expect(text).toMatch(/count {9}integer, required, assumed: number of free spins, 1 to 1000/);
    expect(text).toContain('section 4 names it, and shows none of its fields');
    expect(text).toContain('404 game_not_found');
    expect(text).toContain('quirks.deleteStartedPack');
    expect(text).toContain('--stamp --curl http://127.0.0.1:4600/api/games/freespins_grant');
  });

  it('tells fields inside arrays by their place', () => {
    expect(textOf('list')).toContain('games[].image_url  string, required: URL of the game image');
  });
});

describe('the explanation of a callback', () => {
  it('has the nested object of the free spins', () => {
    expect(textOf('getBalance')).toMatch(/freespins\.accumulated_win {2}float, required: accumulated/);
    expect(explainCallback('getBalance').example['freespins']).toMatchObject({ is_finish: false });
  });

  it('says what the agent does, step by step, and what is left open', () => {
    expect(textOf('makeBet')).toMatch(/\n {2}1\. Verify the signature[\s\S]*\n {2}2\. Look the/);
    expect(textOf('makeBet')).toContain('Settings: callbacks.delivery, quirks.retries');
  });
});

/** Refused before it is known which operation is meant. */
const beforeAnyOperation: ReadonlySet<string> = new Set([
  'not_found',
  'bad_request',
  'wrong_protocol',
  'headers_too_large',
  'request_timeout',
  'expectation_failed',
  'host_not_allowed',
]);

describe('the explanation of an error code', () => {
  it.each([...namesOf(refusals), ...namesOf(ownRefusals)])('%s says status, when and what to do', (code) => {
    const { status, when, remedy, operations: answered } = explainRefusal(code);
    expect(status).toBeGreaterThanOrEqual(400);
    for (const sentence of [when, remedy]) expect(sentence).toMatch(/\.$/);
    expect(answered.length > 0).toBe(!beforeAnyOperation.has(code));
    const rendered = renderAnswer({ kind: 'refused', code, message: '' }, { at: 0, requestId: '' }, 'errors');
    expect(rendered.status).toBe(status);
  });

  it('says of a code of ours that it is', () => {
    expect(textOf('freespins_not_found')).toContain('the code is ours (assumed)');
  });

  it.each(['invalid_signature', 'internal_error'])('%s is told of both sides', (code) => {
    expect(explainPlatform(code).map(({ kind }) => kind)).toEqual(['refusal', 'agent-error']);
  });
});

describe('the explanation of a setting', () => {
  it.each(['retries', 'quirks.retries', 'QUIRKS.Retries'])('is found by %s', (word) => {
    expect(explainPlatform(word)).toMatchObject([{ kind: 'setting', key: 'quirks.retries' }]);
  });

  it('says default, values, why, and how to set it', () => {
    const text = textOf('bodyLimitStatus');
    expect(text).toMatch(/default {8}422\n {2}values {9}422, 413\n {2}why/);
    expect(text).toContain('quirks: { bodyLimitStatus: 422 } in walletproof.config.yaml');
    expect(textOf('delivery')).toContain('callbacks: { delivery: … } in walletproof.config.yaml');
    expect(textOf('dialect')).toContain('agents: [{ id: 1001, dialect: … }] in walletproof');
    expect(textOf('--rate')).toContain('--rate with serve, test, play, demo and trigger');
  });
});

describe('names', () => {
  it('are those of operations, callbacks, error codes and settings', () => {
    const codes = [...namesOf(refusals), ...namesOf(ownRefusals), ...agentErrorCodes];
    expect(platformNames).toEqual(
      expect.arrayContaining([...operationNames, ...callbackTypes, ...codes, 'quirks.accept', 'accept']),
    );
    expect(platformNames.filter((name) => explainPlatform(name).length === 0)).toEqual([]);
  });

  it('may be the path of an operation', () => {
    expect(explainPlatform('/api/games/list')).toMatchObject([{ kind: 'operation', name: 'list' }]);
  });

  it('that an open point is about are explained', () => {
    const about = openPoints.flatMap((each) => each.about);
    expect(about.filter((name) => explainPlatform(name).length === 0)).toEqual([]);
  });

  it('are told within 80 columns, commands and values of examples aside', () => {
    const tooWide = platformNames
      .flatMap((name) => textOf(name, 80).split('\n'))
      .filter((line) => textWidth(line) > 80 && !/^ {2}(?:walletproof | +")/.test(line));
    expect(tooWide).toEqual([]);
  });
});
