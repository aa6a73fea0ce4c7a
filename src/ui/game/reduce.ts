import { languageOf } from '../../spec/game-language.ts';
import type { CallTold, GameAction, GameState, Round } from '../../spec/game-page.ts';
import { isEmpty } from '../parts/amounts.tsx';
import type { PageEvent, PageState, Phase } from './page-state.ts';
import { tellResult } from './tell-result.ts';

/** The page after an event. Events that no longer fit, such as a late timer, change nothing. */
export const reduce = (state: PageState, event: PageEvent): PageState => {
  const on = reactions[event.kind] as (state: PageState, event: PageEvent) => PageState;
  return on(state, event);
};

type Of<Kind extends PageEvent['kind']> = Extract<PageEvent, { kind: Kind }>;

type Reactions = {
  readonly [Kind in PageEvent['kind']]: (state: PageState, event: Of<Kind>) => PageState;
};

const reactions: Reactions = {
  asked: (state, { action, at }) => ({
    ...state,
    phase: { kind: 'asking', action, slow: false },
    message: action === 'balance' ? state.message : null,
    askedAt: action === 'bet' ? null : (at ?? state.askedAt),
    // Who plays on has seen that it is back.
    stream: action === 'balance' || state.stream === 'lost' ? state.stream : 'open',
  }),
  'waited-long': (state) =>
    state.phase.kind === 'asking' ? { ...state, phase: { ...state.phase, slow: true } } : state,
  started: (state, { answer, now }) => {
    const { scene } = answer;
    const language = languageOf(scene.language);
    return conclude({ ...state, scene, language }, { action: 'start', answer, now });
  },
  answered: (state, { action, answer, now }) =>
    action === 'bet' && answer.round?.reels !== undefined
      ? { ...state, phase: { kind: 'revealing', answer, stopped: 0 } }
      : conclude(state, { action, answer, now }),
  told: (state, { answer, now }) => {
    const { kind } = state.phase;
    // Before the first answer there is no scene to show it in.
    if (state.scene === null) return state;
    if (kind === 'asking' || kind === 'revealing') {
      const held = [...state.held, { during: kind, answer }].slice(-mostHeld);
      // What is sent again is known before the answer that it waits for.
      return { ...state, held, waiting: answer.waiting ?? null };
    }
    return settle(state, { action: 'told', answer, now });
  },
  stream: (state, { stream }) => ({ ...state, stream }),
  'reel-stopped': (state) => (state.phase.kind === 'revealing' ? stopReel(state, state.phase) : state),
  closed: (state, { reason, message }) => ({
    ...state,
    phase: { kind: 'closed', reason, message },
    autoplay: null,
    held: [],
  }),
  'stake-typed': (state, { text }) => ({ ...state, stake: text }),
  'auto-cash-out-typed': (state, { text }) => ({ ...state, autoCashOut: text }),
  refused: (state, { text }) => ({ ...state, message: { tone: 'problem', text } }),
  'autoplay-started': (state, { rounds }) => ({ ...state, autoplay: rounds }),
  'autoplay-stopped': (state) => ({ ...state, autoplay: null }),
  'drawer-toggled': (state) => ({
    ...state,
    drawer: state.drawer === 'open' ? 'closed' : 'open',
  }),
};

const stopReel = (state: PageState, phase: Extract<Phase, { kind: 'revealing' }>): PageState => {
  const { answer } = phase;
  const stopped = phase.stopped + 1;
  const symbols = answer.round?.reels ?? [];
  if (stopped >= symbols.length) return conclude(state, { action: 'bet', answer, now: 0 });
  return {
    ...state,
    phase: { ...phase, stopped },
    reels: symbols.map((symbol, index) => (index < stopped ? symbol : (state.reels[index] ?? symbol))),
  };
};

const longestLog = 200;

/** An agent that is slow to answer does not make the page pile up what others do meanwhile. */
const mostHeld = 50;

/** An answer, and what it came to: one that was asked for, or one that the page was `told`. */
interface Shown {
  readonly action: GameAction | 'told';
  readonly answer: GameState;
  readonly now: number;
}

/**
 * The page once its own answer is shown, and what it was told meanwhile: of what came before the
 * answer only the callbacks are new.
 */
const conclude = (state: PageState, own: Shown): PageState => {
  const older = state.held.filter(({ during }) => during === 'asking');
  const newer = state.held.filter(({ during }) => during === 'revealing');
  const log = older.reduce((calls, { answer }) => logWith(calls, answer), state.log);
  const shown = settle({ ...state, log, held: [] }, own);
  return newer.reduce((page, { answer }) => settle(page, { action: 'told', answer, now: own.now }), shown);
};

/** Newest first. A callback that is known already, as from another page of this game, stays once. */
const logWith = (log: PageState['log'], { calls }: GameState): readonly CallTold[] => {
  const known = new Set(log.map(({ exchangeId }) => exchangeId));
  const added = calls.filter(({ exchangeId }) => !known.has(exchangeId));
  return [...added.reverse(), ...log].slice(0, longestLog);
};

/** The page once an answer is shown in full. */
const settle = (state: PageState, { action, answer, now }: Shown): PageState => {
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
    waiting: answer.waiting ?? null,
    forced: answer.forced,
    history: answer.history,
    log: logWith(state.log, answer),
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
  round?.reels ?? (state.reels.length > 0 ? state.reels : (history.find(({ reels }) => reels)?.reels ?? []));

/** A balance that came in the background does not wipe the result of the round. */
const messageAfter = (state: PageState, action: Shown['action'], answer: GameState) => {
  const told = tellResult(state, action, answer);
  const isBackground = action === 'balance' || action === 'told';
  return isBackground && told === null && state.problem === null ? state.message : told;
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
