import type {
  AmountExpression,
  CallOptions,
  GetBalanceStep,
  MakeBetStep,
  PackStep,
  RollbackStep,
  Scenario,
  Step,
} from '../../src/formats/scenario/scenario.ts';

const place = { line: 3, column: 5 };

export const options = (given: Partial<CallOptions> = {}): CallOptions => ({
  signature: 'valid',
  twice: {},
  tamper: {},
  fields: {},
  without: [],
  wire: 'table',
  expect: { kind: 'ledger' },
  ...given,
});

export const exactly = (text: string): AmountExpression => ({ kind: 'exact', text });

export const getBalanceStep = (given: Partial<CallOptions> = {}): GetBalanceStep => ({
  kind: 'getBalance',
  place,
  options: options(given),
});

export const makeBetStep = (
  given: Partial<Omit<MakeBetStep, 'kind' | 'options'>> = {},
  spoken: Partial<CallOptions> = {},
): MakeBetStep => ({
  kind: 'makeBet',
  place,
  bet: exactly('10'),
  win: exactly('0'),
  roundFinished: true,
  options: options(spoken),
  ...given,
});

export const rollbackStep = (
  given: Partial<Omit<RollbackStep, 'kind' | 'options'>> = {},
  spoken: Partial<CallOptions> = {},
): RollbackStep => ({ kind: 'rollback', place, options: options(spoken), ...given });

export const packStep = (given: Partial<Omit<PackStep, 'kind'>> = {}): PackStep => ({
  kind: 'pack',
  place,
  total: 3,
  wins: [],
  bets: [],
  options: options(),
  ...given,
});

export const scenario = (given: Partial<Scenario> = {}, steps: readonly Step[] = []): Scenario => ({
  file: 'scenario.yaml',
  title: 'Something happens',
  requirements: [],
  players: 1,
  currencies: 1,
  fund: '0',
  steps,
  ...given,
});
