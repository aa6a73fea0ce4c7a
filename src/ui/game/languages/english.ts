import { numbersOf } from './numbers.ts';

const { count } = numbersOf('en');

/** All texts of the page but those of the drawer, which are for developers and English. */
export const english = {
  game: 'Game',
  opening: 'Opening the game…',
  demo: 'Demo: play money, nothing is saved',
  page: 'Page',
  forDevelopers: 'For developers',
  home: 'Home',
  notConnected: 'The connection to the game is interrupted. It is being restored.',
  connectedAgain: 'The connection is back: the game goes on.',

  gone: 'This game is over',
  goBack: 'Go back to the casino and open the game again.',
  unreachable: 'A moment, please',
  noAnswer: 'The game does not answer. What was played is on its books: try again.',
  tryAgain: 'Try again',

  play: 'Play',
  chooseSpin: 'Choose a stake and press Spin, or the space bar.',
  chooseBet: 'Choose a stake and press Bet, or the space bar.',
  waiting: 'Waiting for the casino to answer…',
  spin: 'Spin',
  bet: 'Bet',
  freeSpin: 'Free spin',
  cashOut: 'Cash out',
  cancel: 'Cancel the round',
  cancelMeans: 'your stake comes back',
  askAgain: 'Ask the casino again',
  newBet: 'New bet',

  balance: 'Balance',
  balanceLastKnown: 'Balance, as last known',
  refresh: 'Refresh',
  refreshWhat: ' the balance',
  stake: 'Stake',
  stakeOfFreeSpins: 'Stake of the free spins',
  raiseStake: 'Raise the stake',
  lowerStake: 'Lower the stake',

  autoplay: 'Autoplay',
  autoplayLeft: (left: number): string => `Autoplay: ${left} to go`,
  autoplayUntilStopped: 'Autoplay: until you stop it',
  stop: 'Stop',
  untilStopped: 'Until stopped',
  rounds: (rounds: number): string => count(rounds, { one: 'round', other: 'rounds' }),
  autoCashOut: 'Cash out by itself at',
  never: 'never',
  autoCashOutRange: '1.01 to 1000',
  autoCashOutWrong: 'Cash out by itself: type a number from 1.01 to 1000.',

  spinning: 'The reels are spinning',
  reels: (symbols: string): string => `Reels: ${symbols}`,
  symbols: {
    cherry: 'cherry',
    bell: 'bell',
    star: 'star',
    lemon: 'lemon',
    seven: 'seven',
    crown: 'crown',
  },
  freeSpinsToCome: (total: number): string => `${count(total, { one: 'free spin is', other: 'free spins are' })} yours`,
  freeSpinsPlayed: (played: number, total: number, won: string): string =>
    `Free spin ${played} of ${total}, won ${won}`,

  flight: { ready: 'Bet, and it climbs', climbing: 'Climbing', out: 'Cashed out', burst: 'Burst' },
  inTheAir: 'In the air. Cash out before it bursts.',
  burstAt: (multiplier: string): string => `Burst at ${multiplier}.`,
  noWin: 'No win this time.',
  noWinOnFreeSpin: 'No win on this free spin.',
  youWin: (win: string): string => `You win ${win}.`,
  outAndWin: (multiplier: string, win: string): string => `Out at ${multiplier}: you win ${win}.`,
  lastFreeSpin: 'That was the last free spin.',
  lastFreeSpinInAll: (total: string): string => `That was the last free spin: ${total} in all.`,
  roundCancelled: 'The round was cancelled.',
  stakeIsBack: 'The round was cancelled: your stake is back.',
  roundAbandoned: 'The round was cancelled since nobody was there: your stake is back.',
  roundForfeited: 'The round was closed as lost since nobody was there.',
  roundUnclear: 'The casino has not said how this round ended. Your balance may have changed.',

  history: 'Rounds',
  historyEmpty: 'None yet.',
  historyOrder: 'Rounds, newest first',
  pastFreeSpin: 'free spin',
  pastOut: (multiplier: string): string => `out at ${multiplier}×`,
  pastBurst: (multiplier: string): string => `burst at ${multiplier}×`,
  pastInTheAir: 'in the air',
  pastBonus: 'bonus',
  pastNoWin: 'no win',
  pastState: { open: 'open', 'rolled-back': 'cancelled', unclear: 'unclear' },
};

/** The texts of a language: the compiler asks for every one of them. */
export type Texts = typeof english;
