import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createCallbackWriter } from '../../src/load/callback-writer.ts';
import { proveWriter } from '../../src/load/prove-writer.ts';
import { dialects } from '../../src/signing/dialects.ts';
import type { Callback } from '../../src/spec/callback.ts';
import type { Recipient } from '../../src/wire/compose-message.ts';
import { runs } from '../setup/runs.ts';
import { getBalance, makeBet, messageFor, recipient, rollback } from '../wire/sample-callbacks.ts';

const composed = (callback: Callback, changes: Partial<Recipient> = {}) => {
  const { body, headers } = messageFor(callback, changes);
  return { body: Buffer.from(body).toString(), signature: headers['x-signature'] };
};

/** Texts that dialects write differently, as often as ordinary ones. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom(...'aя"\\/<>&\'+`=\u2028\u2029\u0000\u007f\u00a0 ', '\ud83c', '🎰'),
  }),
  fc.uuid(),
);

const amount = fc.oneof(
  fc.tuple(fc.bigInt(0n, 10n ** 20n), fc.integer({ min: 0, max: 12 })).map(([units, scale]) => decimal(units, scale)),
  fc.constantFrom('0', '0.00000001', '0.00001', '123456789.12', '10.50', '00.5', '1e2', '1e-7'),
);

const decimal = (units: bigint, scale: number): string => {
  const digits = String(units).padStart(scale + 1, '0');
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

const common = {
  agentId: fc.oneof(fc.constant(1001), fc.nat()),
  sessionId: text,
  playerId: text,
  playerUsername: text,
  currency: fc.constantFrom('USD', 'JPY', 'KWD', 'BTC', '₽'),
  language: fc.constantFrom('en', 'ru', 'zh-Hans'),
  requestId: text,
};

const callbacks: fc.Arbitrary<Callback> = fc.oneof(
  fc.record(
    {
      ...common,
      type: fc.constant('getBalance' as const),
      gameId: fc.oneof(fc.nat(), fc.constantFrom(1e21, 0.5, -1, 914_000_000_000_003)),
      freespins: fc.record({
        played: fc.nat(),
        total: fc.nat(),
        isFinish: fc.boolean(),
        accumulatedWin: amount,
      }),
    },
    { requiredKeys: [...(Object.keys(common) as (keyof typeof common)[]), 'type', 'gameId'] },
  ) as fc.Arbitrary<Callback>,
  fc.record({
    ...common,
    type: fc.constant('makeBet' as const),
    bet: amount,
    win: amount,
    transactionId: text,
    gameRoundId: text,
    roundFinished: fc.boolean(),
  }),
  fc.record({ ...common, type: fc.constant('rollback' as const), transactionId: text }),
);

describe('createCallbackWriter', () => {
  it('writes and signs every callback as the courier does, in every dialect', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...dialects.map(({ name }) => name)),
        fc.constantFrom('sorted' as const, 'table' as const),
        fc.array(callbacks, { minLength: 1, maxLength: 4 }),
        (dialect, nestedOrder, all) => {
          const changes = { dialect, nestedOrder };
          const writer = createCallbackWriter({ recipient: { ...recipient, ...changes } });
          for (const callback of all) {
            expect(writer.write(callback)).toEqual(composed(callback, changes));
          }
        },
      ),
      { numRuns: runs(1_000) },
    );
  });

  it('signs in the plainest dialect where none is known', () => {
    const writer = createCallbackWriter({ recipient });
    for (const callback of [getBalance, makeBet, rollback]) {
      expect(writer.write(callback)).toEqual(composed(callback));
    }
  });

  it('writes for an agent whose id looks like a mark of the templates', () => {
    const agentId = 914_000_000_000_003;
    const writer = createCallbackWriter({ recipient: { ...recipient, agentId } });
    const callback = { ...makeBet, agentId };
    expect(writer.write(callback)).toEqual(composed(callback, { agentId }));
  });

  it('writes texts that look like the marks of the templates', () => {
    const writer = createCallbackWriter({ recipient });
    const callback = { ...makeBet, playerId: 'walletproof-slot-2-', bet: '914000000000009' };
    expect(writer.write(callback)).toEqual(composed(callback));
  });

  it('refuses a dialect that nobody knows', () => {
    const unknown = { recipient: { ...recipient, dialect: 'latin' } };
    expect(() => createCallbackWriter(unknown)).toThrow('No dialect is called latin.');
  });
});

describe('proveWriter', () => {
  it('finds the templates right', () => {
    expect(() => proveWriter()).not.toThrow();
  });

  it('refuses a template that writes one amount otherwise in one dialect, and tells both texts', () => {
    const broken: typeof createCallbackWriter = ({ recipient: agent }) => {
      const writer = createCallbackWriter({ recipient: agent });
      return {
        write: (callback) => {
          const { body, signature } = writer.write(callback);
          const isBroken = agent.dialect === 'php-deep';
          return { body: isBroken ? body.replace('0.00000001', '1e-8') : body, signature };
        },
      };
    };
    expect(() => proveWriter(broken)).toThrow(
      /The template of a makeBet in the dialect php-deep .*"bet":1e-8,.*"bet":0\.00000001,.* is due\./,
    );
  });

  it('refuses a signature of another text', () => {
    const broken: typeof createCallbackWriter = (terms) => {
      const writer = createCallbackWriter(terms);
      return { write: (callback) => ({ ...writer.write(callback), signature: '00' }) };
    };
    expect(() => proveWriter(broken)).toThrow('in the dialect minimal');
  });
});
