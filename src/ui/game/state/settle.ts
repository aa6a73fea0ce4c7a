import type { GameAction, GameState, Round } from '../../../spec/game-page.ts';
import { isEmpty } from '../amounts/is-empty.ts';
import type { PageState } from './page-state.ts';
import { tellResult } from './tell-result.ts';

const longestLog = 200;

/** The page once an answer is shown in full. */
export const settle = (
  state: PageState,
  { action, answer, now }: { action: GameAction; answer: GameState; now: number },
): PageState => {
  const { balance } = answer;
  const round = roundShown(state, answer);
  return {
    ...state,
    phase: { kind: 'idle' },
    balance: balance.kind === 'balance' ? balance.amount : state.balance,
    problem: balance.kind === 'problem' ? { code: balance.code, detail: balance.detail } : null,
    message: messageAfter(state, action, answer),
    round,
    reels: reelsShown(state, round, answer),
    pack: answer.pack,
    forced: answer.forced,
    history: answer.history,
    log: [...[...answer.calls].reverse(), ...state.log].slice(0, longestLog),
    autoplay: action === 'bet' ? autoplayAfter(state, answer) : state.autoplay,
    climbingSince: round?.state === 'open' ? climbStart(state, round, now) : null,
  };
};

/** A round in the air stays, whatever else was sent; an answer without a round leaves the last one. */
const roundShown = (state: PageState, { round, history }: GameState): Round | null => {
  const inTheAir = round?.state === 'open' ? round : history.find((past) => past.state === 'open');
  const known = history.find(({ roundId }) => roundId === state.round?.roundId);
  return inTheAir ?? round ?? known ?? state.round;
};

/** Those of the round; otherwise they stand as they stood, on a page just opened in the last round. */
const reelsShown = (state: PageState, round: Round | null, { history }: GameState) =>
  round?.reels ??
  (state.reels.length > 0 ? state.reels : (history.find(({ reels }) => reels)?.reels ?? []));

/** A balance that was asked for in the background does not wipe the result of the round. */
const messageAfter = (state: PageState, action: GameAction, answer: GameState) => {
  const told = tellResult(state, action, answer);
  return action === 'balance' && told === null && state.problem === null ? state.message : told;
};

const climbStart = (state: PageState, round: Round, now: number): number =>
  state.round?.roundId === round.roundId ? (state.climbingSince ?? now) : now;

/** Autoplay ends where something went otherwise than played and paid. */
const autoplayAfter = ({ autoplay }: PageState, answer: GameState): PageState['autoplay'] => {
  const { balance, round, pack } = answer;
  if (autoplay === null || balance.kind === 'problem' || answer.notice !== undefined) return null;
  if (round?.state !== 'settled') return null;
  if (isEmpty(balance.amount) && pack === null) return null;
  if (autoplay === 'until-stopped') return autoplay;
  return autoplay > 1 ? autoplay - 1 : null;
};
