import { zero } from '../base/money.ts';
import type { AuditStep } from '../formats/scenario/scenario.ts';
import type { Account } from '../ledger/account.ts';
import { settle } from '../ledger/ledger.ts';
import type { Callback } from '../spec/callback.ts';
import { rollbackOf } from '../wire/codec.ts';
import { composeMessage } from '../wire/compose-message.ts';
import type { Play } from './play.ts';
import type { ComposedCall } from './run-context.ts';

/**
 * The calls of an audit, each made when it is its turn: makeBets again, rollbacks of some, and both once more. The wallet
 * of the scenario has their transactions from then on.
 */
export function* auditCalls(play: Play, step: AuditStep, account: Account): Generator<ComposedCall> {
  const sampled = play.context.transactions?.sample(account, step.count) ?? [];
  for (const [index, { transaction, callback, of }] of sampled.entries()) {
    play.state = { ...play.state, ledger: settle(play.state.ledger, transaction, zero) };
    const again = (): ComposedCall => composed(play, step, callback, `makeBet of ${of} again, at the end of the run`);
    const back = (how: string): ComposedCall =>
      composed(play, step, rollbackOf(callback, ''), `rollback of a makeBet of ${of}${how}, at the end of the run`);
    yield again();
    if (index % 2 === 0) continue;
    yield back('');
    yield index % 4 === 1 ? back(' again') : again();
  }
}

const composed = ({ names, terms }: Play, { place }: AuditStep, callback: Callback, label: string): ComposedCall => ({
  label,
  line: place.line,
  ...composeMessage({ ...callback, requestId: names.next('req') }, terms),
});
