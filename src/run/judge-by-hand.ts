import type { Finding } from '../formats/judgement.ts';
import type { Call } from '../judge/call.ts';
import { type Case, findingsIn, withFindings } from '../judge/case.ts';
import { judgeCall } from '../judge/one-call.ts';
import { basicOfKind } from '../judge/refused-alike.ts';
import { settle } from '../ledger/ledger.ts';
import { amountOf, zero } from '../money/amount.ts';
import type { MakeBet } from '../spec/callback.ts';
import type { FindingCode } from '../spec/finding.ts';
import { requirements as catalogue } from '../spec/requirements/catalogue.ts';

/** A call on its own: a transaction named by hand may be known to the agent, which the ledger of one call cannot tell. */
export const judgeByHand = (state: Case, call: Call, transactionId: string | undefined): Case => {
  const judged = withoutLimits(judgeAlone(state, call));
  const callback = 'callback' in call.intent ? call.intent.callback : undefined;
  if (transactionId === undefined || judged.ending?.kind !== 'breach') return judged;
  if (callback?.type === 'makeBet') return judgeNamed(state, judged, { callback, call });
  if (callback?.type !== 'rollback' || judged.ending.finding.expected === undefined) return judged;
  return unknownHere(state, judged, transactionId);
};

/** A makeBet that is wrong as a new one may be right as a duplicate; wrong as both, it is told where both say the same. */
const judgeNamed = (
  state: Case,
  asNew: Case,
  { callback, call }: { readonly callback: MakeBet; readonly call: Call },
): Case => {
  const asKnown = judgeCall(withKnown(state, callback), call);
  const [one, other] = [asNew, asKnown].map(({ ending }) => (ending?.kind === 'breach' ? ending.finding : undefined));
  const isSame = one?.code === other?.code && one?.requirement === other?.requirement;
  const isDuplicate = other?.code === 'duplicate-refused' && saysDuplicate.test(other.actual ?? '');
  return other === undefined || isSame || isDuplicate ? asKnown : unknownHere(state, asNew, callback.transactionId);
};

const saysDuplicate = /duplic|exist|already|processed/i;

const unknownHere = (state: Case, judged: Case, transactionId: string): Case => {
  const said = judged.ending?.kind === 'breach' ? judged.ending.finding.message : '';
  const reason = `What ${transactionId} moved is not known here: ${said}`;
  return { ...state, ending: { kind: 'inconclusive', reason } };
};

/** There is no other call to tell what the agent minds: its refusal stands for itself. */
const judgeAlone = (state: Case, call: Call): Case => {
  const judged = judgeCall(state, call);
  const { ending } = judged;
  if (ending?.kind !== 'cause' || ending.refusal === undefined) return judged;
  const { kind, said } = ending.refusal;
  if (ownLimit.test(said)) return judged;
  const shown = basicOfKind(kind === 'whole-balance' ? 'bet' : kind);
  const requirements = catalogue.filter(({ id }) => id === shown);
  return judgeCall({ ...state, rules: { ...state.rules, requirements } }, call);
};

/** An agent may have limits of its own: one call does not tell where they are. */
const ownLimit = /limit|max|stake|too.?(?:high|large|many)/i;

/** Such a limit may come before what the call was to be refused for. */
const withoutLimits = (state: Case): Case => {
  const isLimit = ({ code, actual = '' }: Finding): boolean => limitCodes.has(code) && ownLimit.test(actual);
  return findingsIn(state).some(isLimit)
    ? withFindings(
        { ...state, found: undefined },
        findingsIn(state).filter((each) => !isLimit(each)),
      )
    : state;
};

const limitCodes: ReadonlySet<FindingCode> = new Set(['insufficient-balance-code', 'unrecommended-code']);

const withKnown = (state: Case, { transactionId, bet, win, ...account }: MakeBet): Case => ({
  ...state,
  ledger: settle(
    state.ledger,
    {
      state: 'processed',
      id: transactionId,
      account: { playerId: account.playerId, currency: account.currency },
      bet: amountOf(bet),
      win: amountOf(win),
    },
    zero,
  ),
});
