/**
 * Every sentence that a game says to its player: why nothing was played, why there is no balance. It
 * goes over the wire in English, and the page says it in the language of the player: whoever adds one
 * here is told by the compiler where its translation is missing. {Names} stand for values.
 */
export const playerSentences = [
  // Links that lead to no game.
  'This link does not lead to a game.',
  'This game was idle for too long.',
  // What was typed.
  'Type the stake as a number, such as 10 or 2.50.',
  'The smallest stake is {amount} {currency}.',
  '{currency} has {count} digits after the point, not more.',
  'Cash out between 1.01 and 1000, such as 1.80.',
  'Type what the stake is multiplied with, such as 2 or 2.50.',
  'Type the bonus as a number above 0, such as 10 or 2.50.',
  '{currency} has {count} digits after the point.',
  'There is no such outcome. There are {outcomes}.',
  // Rounds.
  'The last round is not over yet: cash out first.',
  'There is no such round.',
  'This round is over.',
  'This round is cashed out: wait for its win.',
  'The casino has not confirmed the bet yet. Try again.',
  'The casino did not take the bet back: the round goes on.',
  'There is no round to roll back.',
  'A demo sends no callbacks. Open the game with get_game_link for this.',
  'Too many requests at once: wait for the ones in progress.',
  'The casino has not confirmed the end of this round. Try again.',
  // Free spins.
  'The next free spin waits until this win is paid.',
  'The free spins are over. Bet again to play with your own money.',
  'The win of your free spins is not paid yet. It will be sent again.',
  // What the agent answered.
  'There is not enough money for this stake.',
  'The casino does not know this player.',
  'The casino has no account in this currency for this player.',
  'The casino did not accept that this request came from the game.',
  'The casino does not know this round.',
  'The casino reports an error.',
  'The casino sent a balance that makes no sense.',
  'The casino did not answer as it should. Your balance may have changed.',
  'The casino is not connected to this game: nothing was sent.',
  'The bet was cancelled.',
  'The balance is not known yet.',
] as const;

/** A sentence with its {names}. */
export type PlayerSentenceForm = (typeof playerSentences)[number];

/** A sentence with its values, in English. */
export type PlayerSentence = Filled<PlayerSentenceForm>;

type Filled<Form extends string> = Form extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Form;
