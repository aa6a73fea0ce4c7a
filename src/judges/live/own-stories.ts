import { amountOf, renderAmount } from '../../money/amount.ts';
import type { MakeBet } from '../../spec/callback.ts';
import type { Amounts } from './memory.ts';
import type { OwnStory, Told } from './own-story.ts';
import { rollbackStories } from './rollback-stories.ts';

/**
 * What an agent may get wrong in the answer to this call, by the amounts of its own transaction.
 * Only the mistakes that such a call invites: a difference of any other amount, or the other way
 * round, is more likely money that somebody else has moved meanwhile.
 */
export const ownStories = (told: Told): readonly OwnStory[] =>
  storiesOf(told).filter(({ change }) => !change.eq(0));

const storiesOf = (told: Told): OwnStory[] => {
  const { callback, known } = told;
  if (callback.type === 'getBalance') return [];
  if (callback.type === 'makeBet') return betStories(told, callback);
  return known === undefined ? [] : rollbackStories(told, callback, known);
};

const betStories = (told: Told, callback: MakeBet): OwnStory[] => {
  switch (told.situation) {
    case 'bet':
    case 'bet-and-win':
    case 'win':
      return told.isFresh ? newStories(callback) : moving(callback);
    case 'refused-bet-again':
      return moving(callback);
    case 'duplicate':
      return duplicateStories(told, callback);
    case 'rolled-back-bet-again':
      return againAfterRollback(told, callback);
    default:
      return [];
  }
};

/** A bet that the agent may know from before may rightly be left unapplied. */
const moving = (callback: MakeBet): OwnStory[] => {
  const { bet, win } = amountsOf(callback);
  return newStories(callback).filter(({ change }) => !change.eq(bet.minus(win)));
};

const newStories = ({ transactionId: id, ...callback }: MakeBet): OwnStory[] => {
  const { bet, win } = amountsOf(callback);
  const net = win.minus(bet);
  const unmoved: OwnStory = {
    code: 'not-applied',
    change: net.times(-1),
    cause: `${id} moved nothing`,
  };
  return [
    unmoved,
    {
      code: 'double-application',
      change: net,
      cause: `${id} was ${bet.eq(0) ? 'credited' : 'debited'} twice`,
    },
    ...(win.eq(0)
      ? []
      : ([
          { code: 'bet-not-debited', change: bet, cause: `the bet of ${id} was not debited` },
          {
            code: 'win-not-credited',
            change: win.times(-1),
            cause: `the win of ${id} was not credited`,
          },
          { code: 'double-application', change: win, cause: `the win of ${id} was credited twice` },
          {
            code: 'double-application',
            change: bet.times(-1),
            cause: `the bet of ${id} was debited twice`,
          },
        ] satisfies OwnStory[])),
  ];
};

const duplicateStories = (told: Told, callback: MakeBet): OwnStory[] => {
  const { record, known, expected } = told;
  const id = callback.transactionId;
  const now = amountsOf(callback);
  const applied = [known, now].flatMap((each) =>
    each === undefined ? [] : appliedAgain(id, each),
  );
  const stale: OwnStory[] =
    record?.said === undefined || told.lastSaid?.eq(record.said) !== false
      ? []
      : [
          {
            code: 'stale-balance',
            change: record.said.minus(expected),
            cause: `${renderAmount(record.said)} is what the first ${id} was answered with: the old answer is repeated`,
          },
        ];
  return [...applied, ...stale];
};

const appliedAgain = (id: string, { bet, win }: Amounts): OwnStory[] => [
  {
    code: 'double-application',
    change: win.minus(bet),
    cause: `${id} was ${bet.eq(0) ? 'credited' : 'debited'} again`,
  },
  {
    code: 'double-application',
    change: bet.times(-1),
    cause: `the bet of ${id} was debited again`,
  },
  { code: 'double-application', change: win, cause: `the win of ${id} was credited again` },
];

const againAfterRollback = ({ known }: Told, callback: MakeBet): OwnStory[] => {
  const id = callback.transactionId;
  return [known, amountsOf(callback)].flatMap((each): OwnStory[] =>
    each === undefined
      ? []
      : [
          {
            code: 'rollback-not-applied',
            change: each.win.minus(each.bet),
            cause: `${id} was applied again after its rollback`,
          },
        ],
  );
};

const amountsOf = ({ bet, win }: Pick<MakeBet, 'bet' | 'win'>): Amounts => ({
  bet: amountOf(bet),
  win: amountOf(win),
});
