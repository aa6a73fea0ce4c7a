import type { AmountText } from '../../spec/callback.ts';
import type { GameLanguage } from '../../spec/game-language.ts';
import type {
  CallTold,
  ForceOrder,
  GameAction,
  GameStart,
  GameState,
  PackShown,
  Round,
  Scene,
  WaitingCall,
} from '../../spec/game-page.ts';

/** What the page is doing. While it is not `idle`, nothing else can be asked. */
export type Phase =
  | { readonly kind: 'opening' }
  /** `gone`: the link leads to no game any more. `unreachable`: asking again may help. */
  | { readonly kind: 'closed'; readonly reason: 'gone' | 'unreachable'; readonly message: string }
  | { readonly kind: 'idle' }
  /** `slow`: so long already that the player is told. */
  | { readonly kind: 'asking'; readonly action: GameAction; readonly slow: boolean }
  /** A slot's answer is here; the reels come to rest one after another. */
  | { readonly kind: 'revealing'; readonly answer: GameState; readonly stopped: number };

/** A sentence for the player. */
export interface PlayerMessage {
  readonly tone: 'plain' | 'win' | 'big-win' | 'problem';
  readonly text: string;
}

/** Why the agent gave no balance, for developers. */
interface BalanceProblem {
  readonly code: string;
  readonly detail: string;
}

/** The game of one page, as it is shown. */
export interface PageState {
  readonly phase: Phase;
  readonly scene: Scene | null;
  /** What the page speaks; that of the launch, or else English. */
  readonly language: GameLanguage;
  /**
   * Whether the page hears what happens without it; `lost`: so long already that the player is told.
   * `back`: it was lost, and the player did nothing since.
   */
  readonly stream: 'open' | 'lost' | 'back';
  /** What it heard while it could not show it, oldest first. */
  readonly held: readonly HeldState[];
  /** What the agent said last; null until it has. */
  readonly balance: AmountText | null;
  readonly problem: BalanceProblem | null;
  readonly message: PlayerMessage | null;
  /** The round that is shown: the last, or the open one. */
  readonly round: Round | null;
  /** Symbols in the windows of a slot. */
  readonly reels: readonly string[];
  readonly pack: PackShown | null;
  /** What the platform sends again. */
  readonly waiting: WaitingCall | null;
  readonly forced: ForceOrder | null;
  readonly history: readonly Round[];
  /** Newest first. */
  readonly log: readonly CallTold[];
  readonly stake: string;
  /** Rounds that autoplay has left. */
  readonly autoplay: number | 'until-stopped' | null;
  /** The multiplier typed for an automatic cash-out; empty when there is none. */
  readonly autoCashOut: string;
  /** When the open crash round left the ground, in milliseconds of the page's clock. */
  readonly climbingSince: number | null;
  /** The multiplier that was asked for last: an unclear cash-out is asked again with it. */
  readonly askedAt: string | null;
  readonly drawer: 'open' | 'closed';
}

/** A state of the game that came while the page was busy with an answer of its own. */
export interface HeldState {
  readonly during: 'asking' | 'revealing';
  readonly answer: GameState;
}

/** A page before its first answer. */
export const openingState = (drawer: PageState['drawer'], language: GameLanguage = 'en'): PageState => ({
  phase: { kind: 'opening' },
  scene: null,
  language,
  stream: 'open',
  held: [],
  balance: null,
  problem: null,
  message: null,
  round: null,
  reels: [],
  pack: null,
  waiting: null,
  forced: null,
  history: [],
  log: [],
  stake: '1',
  autoplay: null,
  autoCashOut: '',
  climbingSince: null,
  askedAt: null,
  drawer,
});

type ClosedPhase = Extract<Phase, { kind: 'closed' }>;

/** What happens to a page. `now`: milliseconds of the page's clock. */
export type PageEvent =
  | { readonly kind: 'asked'; readonly action: GameAction; readonly at?: string }
  | { readonly kind: 'waited-long' }
  | { readonly kind: 'started'; readonly answer: GameStart; readonly now: number }
  | {
      readonly kind: 'answered';
      readonly action: GameAction;
      readonly answer: GameState;
      readonly now: number;
    }
  /** Something changed that this page did not ask for. */
  | { readonly kind: 'told'; readonly answer: GameState; readonly now: number }
  | { readonly kind: 'stream'; readonly stream: PageState['stream'] }
  | { readonly kind: 'reel-stopped' }
  | { readonly kind: 'closed'; readonly reason: ClosedPhase['reason']; readonly message: string }
  | { readonly kind: 'stake-typed'; readonly text: string }
  | { readonly kind: 'auto-cash-out-typed'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'autoplay-started'; readonly rounds: NonNullable<PageState['autoplay']> }
  | { readonly kind: 'autoplay-stopped' }
  | { readonly kind: 'drawer-toggled' };

/** Whether a crash round is in the air. */
export const isClimbing = ({ round, climbingSince }: PageState): boolean =>
  round?.state === 'open' && climbingSince !== null;

/** The pack whose free spins come next; null when there is none, or none of them is left. */
export const packInPlay = ({ pack }: PageState): PackShown | null =>
  pack !== null && pack.played < pack.total ? pack : null;
