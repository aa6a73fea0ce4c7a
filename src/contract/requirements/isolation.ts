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
    situations: afterwards,
  }),
  must('ISO-02', {
    section: '2',
    title: 'keeps two currencies of a player apart',
    situations: afterwards,
  }),
  must('ISO-03', {
    section: '2',
    title: 'shows one balance in two sessions of a player',
    situations: afterwards,
  }),
  should('ISO-04', {
    section: '2',
    title: 'knows players by player_id, not by player_username',
    situations: afterwards,
  }),
];
