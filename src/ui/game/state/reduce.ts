import type { PageEvent } from './page-event.ts';
import type { PageState, Phase } from './page-state.ts';
import { settle } from './settle.ts';

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
  }),
  'waited-long': (state) =>
    state.phase.kind === 'asking' ? { ...state, phase: { ...state.phase, slow: true } } : state,
  started: (state, { answer, now }) => {
    const { scene } = answer;
    return settle({ ...state, scene }, { action: 'start', answer, now });
  },
  answered: (state, { action, answer, now }) =>
    action === 'bet' && answer.round?.reels !== undefined
      ? { ...state, phase: { kind: 'revealing', answer, stopped: 0 } }
      : settle(state, { action, answer, now }),
  'reel-stopped': (state) =>
    state.phase.kind === 'revealing' ? stopReel(state, state.phase) : state,
  closed: (state, { reason, message }) => ({
    ...state,
    phase: { kind: 'closed', reason, message },
    autoplay: null,
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
  if (stopped >= symbols.length) return settle(state, { action: 'bet', answer, now: 0 });
  return {
    ...state,
    phase: { ...phase, stopped },
    reels: symbols.map((symbol, index) =>
      index < stopped ? symbol : (state.reels[index] ?? symbol),
    ),
  };
};
