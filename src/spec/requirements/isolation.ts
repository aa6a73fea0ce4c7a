import type { Requirement } from '../requirement.ts';
import { must, should } from './at-level.ts';
import { afterwards } from './situation-sets.ts';

// Mixed-up accounts show in the getBalance of the other one; what the first one's own answer
// shows is charged to the requirement about that money.

/** ISO: players, currencies and sessions (section 2). */
export const isolation: readonly Requirement[] = [
  must('ISO-01', {
    section: '2',
    title: 'keeps the money of two players apart',
    why: "With one purse under two accounts a player stakes a stranger's deposit. It comes out when the owner withdraws, and by then the money is lost in play.",
    situations: afterwards,
  }),
  must('ISO-02', {
    section: '2',
    title: 'keeps two currencies of a player apart',
    why: 'A win of 1000 JPY credited to the EUR purse makes a thousand euros of about six, and such a balance is withdrawn within the hour.',
    situations: afterwards,
  }),
  must('ISO-03', {
    section: '2',
    title: 'shows one balance in two sessions of a player',
    why: 'Players open two games at once. With a balance copied into each session the same money is staked in both, and the session that closes last erases what the other won.',
    situations: afterwards,
  }),
  should('ISO-04', {
    section: '2',
    title: 'knows players by player_id, not by player_username',
    why: 'Display names are neither unique nor lasting. Keyed on them, two namesakes spend one wallet, and a player who changes the name finds the balance gone.',
    situations: afterwards,
  }),
];
