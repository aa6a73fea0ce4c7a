/** A platform for the tests of an agent. */

export type { PlatformClock } from '../base/platform-clock.ts';
export type { ActiveFault, FaultOrder } from '../formats/fault.ts';
export type { Game } from '../formats/games.ts';
export type { Finding } from '../formats/judgement.ts';
export { WalletproofError } from '../spec/walletproof-error.ts';
export type { ConformanceCase, ConformanceOptions, RegisterOptions } from './conformance-tests.ts';
export { conformanceTests, registerConformanceTests } from './conformance-tests.ts';
export type { FuzzOptions } from './fuzz.ts';
export { fuzz } from './fuzz.ts';
export type {
  AgentOptions,
  App,
  AppFactory,
  AppSurroundings,
  LaunchFunction,
  LaunchOrder,
  PlatformHooks,
  PlatformOptions,
  WrittenPlayer,
} from './options.ts';
export type { CallbackResult } from './results.ts';
export { ConformanceError } from './results.ts';
export type {
  AmountOption,
  CallOptions,
  GetBalanceOptions,
  MakeBetOptions,
  NamedCall,
  PlatformSession,
  ResendOptions,
  RollbackOptions,
  SessionOrder,
} from './sessions.ts';
export type { CaseOutcome, Faults, FuzzOutcome, TestPlatform } from './start-platform.ts';
export { startPlatform } from './start-platform.ts';
export type { RequestWait, TestExchange } from './traffic.ts';
