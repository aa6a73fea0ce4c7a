import { afterwards, must, newBet, type Requirement, rollbacks, written } from '../requirement.ts';

/** FS: free spins (sections 2, 3 and 6). */
export const freeSpins: readonly Requirement[] = [
  must('FS-01', {
    section: '6',
    source: written("the field serves only for the agent's own tracking"),
    title: 'moves no money on the progress of a pack',
    why: 'Progress comes with every balance poll while a pack runs. An agent that books it charges or pays the same free spin over and over, for every player of the promotion.',
    situations: ['balance-with-freespins', ...afterwards],
  }),
  must('FS-02', {
    section: '3',
    source: written('accumulated_win from getBalance must not be used to change the balance.'),
    title: 'never pays accumulated_win by itself',
    why: 'The win of a pack comes in a makeBet of its own. Paying accumulated_win too pays each promotion twice, and as it is a running total, paying it at each poll costs far more.',
    situations: ['balance-with-freespins', ...afterwards],
  }),
  must('FS-03', {
    section: '3',
    source: written('getBalance carries is_finish = true (final notification)'),
    title: 'accepts the final notification of a pack, is_finish true',
    why: 'An error to the last notice leaves the pack open on the platform: the player has seen the win on the screen, and the makeBet that should pay it may never be sent.',
    situations: ['balance-with-freespins', ...afterwards],
  }),
  must('FS-04', {
    section: '3',
    source: written(
      'The win of the pack may be credited after the last getBalance with is_finish = true, in a separate makeBet callback with a win value.',
    ),
    title: 'credits the win of a pack when its makeBet comes after the end',
    why: 'The credit often comes once the pack looks done. An agent that has closed it on is_finish refuses or ignores the makeBet, and the player loses the win of the whole pack.',
    situations: ['win', ...afterwards],
  }),
  must('FS-05', {
    section: '6',
    source: written('when already processed, return the current balance without any debit or credit'),
    title: 'credits the win of a pack once',
    why: 'The win of a pack is one large credit, and it is retried like any call. Paid twice it doubles the cost of the campaign, and no player reports it.',
    situations: ['duplicate', ...afterwards],
  }),
  must('FS-06', {
    section: '3',
    source: written(
      'The win of the pack may be credited after the last getBalance with is_finish = true, in a separate makeBet callback with a win value.',
    ),
    title: 'accepts a pack that won nothing and settles nothing',
    why: "Many packs win nothing, and then no makeBet follows. An agent that waits for one keeps the bonus open, and with it the player's next promotion or withdrawal blocked.",
    situations: ['balance-with-freespins', ...afterwards],
  }),
  must('FS-07', {
    section: '3',
    source: written('freespins no longer included'),
    title: 'continues without freespins after the end of a pack',
    why: 'The first poll after a pack has no freespins. Code that still expects them falls over, and a player fresh from a promotion cannot go on to play with real money.',
    situations: ['balance', 'probe', ...newBet],
  }),
  must('FS-08', {
    section: '3',
    source: written("the field serves only for the agent's own tracking", '6'),
    title: 'applies ordinary bets between free spins',
    why: 'A player may stake real money while a pack runs. An agent that switches the whole player to a free mode lets those bets pass undebited, or refuses them until the pack ends.',
    situations: [...newBet, 'balance-with-freespins', ...afterwards],
  }),
  must('FS-09', {
    section: '6',
    source: written(
      'When found: refund the bet, revert the win, update the balance, mark the transaction rolled back, return the new balance.',
    ),
    title: 'rolls the win of a pack back',
    why: 'A campaign set up wrongly is corrected by rolling its wins back. An agent that books bonus wins elsewhere cannot undo them, and the wrong sums get withdrawn.',
    situations: [...rollbacks, ...afterwards],
  }),
  must('FS-10', {
    section: '3',
    source: written(
      'The win of the pack may be credited after the last getBalance with is_finish = true, in a separate makeBet callback with a win value.',
    ),
    title: 'handles two packs one after the other',
    why: 'State kept by player in place of by pack leaks: the second pack passes for finished or paid, and the player gets nothing for the spins that were granted.',
    situations: ['win', 'balance-with-freespins', ...afterwards],
  }),
];
