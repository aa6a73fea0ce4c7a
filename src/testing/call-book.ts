import type { Step } from '../formats/scenario/scenario.ts';
import type { Case } from '../judge/case.ts';
import { type Account, accountKey } from '../ledger/account.ts';
import { ownScenario } from '../run/own-calls.ts';
import { openPlay, type Play } from '../run/play.ts';
import type { RunContext } from '../run/run-context.ts';
import { callsFile, definedBy, namedBy } from './written-calls.ts';

/** The one ledger of everything that is called through a platform, since its last reset. */
export interface CallBook {
  /** As it is now: another one once the dialect or the game changes. */
  readonly play: Play;
  /** The calls that follow are sent in that game. */
  useGame(gameId: number): void;
  /** Whether the balance was read in that session. */
  isOpen(session: string, account: Account): boolean;
  noteOpen(session: string, account: Account): void;
  /** Whether any session was ever opened with a balance: then the URL and the token are right. */
  hasWorked: boolean;
  /** The next call of the account reads its balance anew; of every account when absent. */
  forgetAccount(account?: Account): void;
  /** What came of these calls is not known: their accounts are read anew, their transactions are not judged. */
  forgetCalls(step: Step, accounts: readonly Account[]): void;
  /** Whether nobody can tell what the agent did with that call. */
  isUnknowable(name: string): boolean;
  /** Calls of these accounts are under way. */
  beginCalls(accounts: readonly Account[]): void;
  /** Somebody else sent a callback for the account. */
  touch(account: Account): void;
  /** Whether that happened to an account of the calls that were begun last. */
  wasTouched(): boolean;
  /** Whether the dialect may be looked for: once, where none is configured. */
  mayLearnDialect(): boolean;
  /** Callbacks are signed in it from now on. */
  learnDialect(dialect: string): void;
}

/** A book without any call. `position`: stands in the ids of its calls. */
export const openCallBook = (context: RunContext, position: string): CallBook => {
  let play = openPlay(context, ownScenario(callsFile, callsFile), position);
  const opened = new Map<string, Set<string>>();
  const unknowable = new Set<string>();
  const touched = new Set<string>();
  let mayLearn = context.agent.dialect === undefined;
  let underWay: readonly string[] = [];
  const forgetAccount = (account?: Account): void => {
    play.state = withoutAccount(play.state, account);
    if (account === undefined) opened.clear();
    else opened.delete(accountKey(account));
    play.shown.clear();
  };
  return {
    get play() {
      return play;
    },
    useGame: (gameId) => {
      if (gameId !== play.context.gameId) play = { ...play, context: { ...play.context, gameId } };
    },
    isOpen: (session, account) => opened.get(accountKey(account))?.has(session) === true,
    noteOpen: (session, account) => {
      const key = accountKey(account);
      opened.set(key, (opened.get(key) ?? new Set()).add(session));
    },
    hasWorked: false,
    forgetAccount,
    forgetCalls: (step, accounts) => {
      for (const name of [...definedBy(step), ...namedBy(step)]) unknowable.add(name);
      for (const account of accounts) forgetAccount(account);
      play.state = goingOn(play.state);
    },
    isUnknowable: (name) => unknowable.has(name),
    beginCalls: (accounts) => {
      underWay = accounts.map(accountKey);
      touched.clear();
    },
    touch: (account) => {
      const key = accountKey(account);
      touched.add(key);
      // What is under way is forgotten once it is played.
      if (!underWay.includes(key)) forgetAccount(account);
    },
    wasTouched: () => underWay.some((key) => touched.has(key)),
    mayLearnDialect: () => mayLearn,
    learnDialect: (dialect) => {
      mayLearn = false;
      play = speaking(play, dialect);
    },
  };
};

const withoutAccount = (state: Case, account: Account | undefined): Case => {
  const { balances } = state.ledger;
  const left = account === undefined ? balances.clear() : balances.delete(accountKey(account));
  return { ...state, ledger: { ...state.ledger, balances: left } };
};

/** A call that ended the judgement ends nothing for those that follow: they begin with a balance. */
const goingOn = ({ ending: _, refused: __, ...state }: Case): Case => ({
  ...state,
  others: [],
  doubtful: [],
});

const speaking = (play: Play, dialect: string): Play => ({
  ...play,
  context: { ...play.context, agent: { ...play.context.agent, dialect } },
  terms: { ...play.terms, recipient: { ...play.terms.recipient, dialect } },
});
