/**
 * The library: signatures and the wallet model as pure functions, and what the specification says
 * as data. A platform to test an agent against is `walletproof/testing`.
 */

export { JsonError } from './base/json.ts';
export type { Amount } from './base/money.ts';
export { amountOf, parseAmount, renderAmount } from './base/money.ts';
export type { Finding } from './formats/judgement.ts';
export type { Run } from './formats/run.ts';
export type { Account } from './ledger/account.ts';
export { accountKey } from './ledger/account.ts';
export type { Ledger, Transaction } from './ledger/ledger.ts';
export { balanceOf, emptyLedger, setBalance } from './ledger/ledger.ts';
export type { Branch, LedgerPolicy, PredictedAnswer, Prediction } from './ledger/prediction.ts';
export { step } from './ledger/step.ts';
export { type Dialect, dialects } from './signing/dialects.ts';
export type { SignatureDiagnosis, SignatureExplanation } from './signing/doctor/describe.ts';
export { explainSignature } from './signing/doctor/explain-signature.ts';
export type { SignatureQuestion } from './signing/doctor/situation.ts';
// The names that the specification gives them: those of single functions below are taken inside.
export { type SigningOptions, signText as sign } from './signing/sign.ts';
export { type SignedText, type Verification, verifyText as verify } from './signing/verify-request.ts';
export type { Callback, GetBalance, MakeBet, Rollback } from './spec/callback.ts';
export type { Exchange } from './spec/exchange.ts';
export type { FindingCode } from './spec/finding.ts';
export { findings } from './spec/finding.ts';
export type { Requirement } from './spec/requirement.ts';
export { requirements } from './spec/requirements/catalogue.ts';
export { WalletproofError } from './spec/walletproof-error.ts';
