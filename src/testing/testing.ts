/** A platform for the tests of an agent. */

export type { PlatformClock } from '../base/platform-clock.ts';
export type { ActiveFault, FaultOrder } from '../formats/fault.ts';
export type { Game } from '../formats/games.ts';
export type { Finding } from '../formats/judgement.ts';
export { WalletproofError } from '../spec/walletproof-error.ts';
export type { CallbackResult } from './call-result.ts';
export type { CaseOutcome } from './conformance-case.ts';
export { ConformanceError } from './conformance-error.ts';
export type {
  ConformanceCase,
  ConformanceOptions,
  RegisterOptions,
} from './conformance-tests.ts';
export { conformanceTests, registerConformanceTests } from './conformance-tests.ts';
export type { App, AppFactory, AppSurroundings } from './host-app.ts';
export type { LaunchFunction, LaunchOrder } from './launch-function.ts';
export type { SessionOrder } from './open-sessions.ts';
export type {
  AgentOptions,
  PlatformHooks,
  PlatformOptions,
  WrittenPlayer,
} from './platform-options.ts';
export type { PlatformSession } from './session.ts';
export type { Faults, TestPlatform } from './start-platform.ts';
export { startPlatform } from './start-platform.ts';
export type { RequestWait, TestExchange } from './traffic.ts';
export type {
  AmountOption,
  CallOptions,
  GetBalanceOptions,
  MakeBetOptions,
  NamedCall,
  ResendOptions,
  RollbackOptions,
} from './written-calls.ts';
