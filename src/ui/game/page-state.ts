import type { AmountText } from '../../spec/callback.ts';
import type { GameLanguage } from '../../spec/game-language.ts';
import type { CallTold, GameAction, GameState, Round, Scene, ShownBalance, WaitingCall } from '../../spec/game-page.ts';
import { fromUnits, isEmpty, toUnits } from '../parts/amounts.tsx';
import { type Words, wordsFor } from './languages/words.ts';

/** What the page is doing. While it is not `idle`, nothing else can be asked. */
export type Phase =
  | { readonly kind: 'opening' }
  /** `gone`: the link leads to no game any more. `unreachable`: asking again may help. */
  | { readonly kind: 'closed'; readonly reason: 'gone' | 'unreachable'; readonly message: string }
  | { readonly kind: 'idle' }
  /** `slow`: so long already that the player is told. */
  | { readonly kind: 'asking'; readonly action: GameAction; readonly slow: boolean }
  /** A slot's answer is here; the reels come to rest one after another. */
  | { readonly kind: 'revealing'; readonly stopped: number };

/** A sentence for the player. */
export interface PlayerMessage {
  readonly tone: 'plain' | 'win' | 'big-win' | 'problem';
  readonly text: string;
}

/** The game as it is shown. */
export interface PageState extends Pick<GameState, 'pack' | 'forced' | 'history'> {
  readonly phase: Phase;
  readonly scene: Scene | null;
  /** What the page speaks; that of the launch, or else English. */
  readonly language: GameLanguage;
  /**
   * Whether the page hears what happens without it; `lost`: so long already that the player is told.
   * `back`: it was lost, and the player did nothing since.
   */
  readonly stream: 'open' | 'lost' | 'back';
  /** What the agent said last; null until it has. */
  readonly balance: AmountText | null;
  readonly problem: Extract<ShownBalance, { kind: 'problem' }> | null;
  readonly message: PlayerMessage | null;
  /** The round that is shown: the last, or the open one. */
  readonly round: Round | null;
  /** Symbols in the windows of a slot. */
  readonly reels: readonly string[];
  /** What the platform sends again. */
  readonly waiting: WaitingCall | null;
  /** Newest first. */
  readonly log: readonly CallTold[];
  readonly stake: string;
  /** Rounds that autoplay has left. */
  readonly autoplay: number | 'until-stopped' | null;
  /** The multiplier typed for an automatic cash-out; empty when there is none. */
  readonly autoCashOut: string;
  /** When the open crash round left the ground, in milliseconds of the page's clock; null while none is open. */
  readonly climbingSince: number | null;
  /** The multiplier that was asked for last: an unclear cash-out is asked again with it. */
  readonly askedAt: string | null;
  readonly drawer: 'open' | 'closed';
}

/** A page before its first answer. */
export const openingState: PageState = {
  phase: { kind: 'opening' },
  scene: null,
  language: 'en',
  stream: 'open',
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
  drawer: 'open',
};

/** An answer, and what it came to: one that was asked for, or one that the page was `told`. */
export interface Shown {
  readonly action: GameAction | 'told';
  readonly answer: GameState;
  readonly now: number;
}

/** The page once an answer is shown in full. */
export const showAnswer = (state: PageState, { action, answer, now }: Shown): PageState => {
  const { balance, history } = answer;
  const round = roundShown(state, answer);
  const climbsOn = state.round?.roundId === round?.roundId ? state.climbingSince : null;
  return {
    ...state,
    phase: { kind: 'idle' },
    balance: balance.kind === 'balance' ? balance.amount : state.balance,
    problem: balance.kind === 'problem' ? balance : null,
    message: messageAfter(state, action, answer),
    round,
    reels: round?.reels ?? reelsAtRest(state, history),
    pack: answer.pack,
    waiting: answer.waiting ?? null,
    forced: answer.forced,
    history,
    log: withCalls(state.log, answer),
    autoplay: action === 'bet' ? autoplayAfter(state, answer) : state.autoplay,
    climbingSince: round?.state === 'open' ? (climbsOn ?? now) : null,
  };
};

/** A round in the air stays, whatever else was sent; an answer without a round leaves the last one. */
const roundShown = (state: PageState, { round, history }: GameState): Round | null => {
  const inTheAir = round?.state === 'open' ? round : history.find((past) => past.state === 'open');
  const known = history.find(({ roundId }) => roundId === state.round?.roundId);
  return inTheAir ?? round ?? known ?? state.round;
};

/** They stand as they stood, on a page just opened as in the last round. */
const reelsAtRest = ({ reels }: PageState, history: readonly Round[]): readonly string[] =>
  reels.length > 0 ? reels : (history.find((past) => past.reels !== undefined)?.reels ?? []);

/** A balance that came in the background does not wipe the result of the round. */
const messageAfter = (state: PageState, action: Shown['action'], answer: GameState): PlayerMessage | null => {
  const isBackground = (action === 'balance' || action === 'told') && state.problem === null;
  return tellResult(state, action, answer) ?? (isBackground ? state.message : null);
};

const longestLog = 200;

/** Newest first. A callback that is known already, as from another page of this game, stays once. */
export const withCalls = (log: PageState['log'], { calls }: GameState): PageState['log'] => {
  const known = new Set(log.map(({ exchangeId }) => exchangeId));
  const added = calls.filter(({ exchangeId }) => !known.has(exchangeId));
  return [...added.reverse(), ...log].slice(0, longestLog);
};

/** Autoplay ends where something went otherwise than played and paid. */
const autoplayAfter = ({ autoplay }: PageState, answer: GameState): PageState['autoplay'] => {
  const { balance, round, pack, notice } = answer;
  if (balance.kind === 'problem' || notice !== undefined || round?.state !== 'settled') return null;
  if (isEmpty(balance.amount) && pack === null) return null;
  if (typeof autoplay !== 'number') return autoplay;
  return autoplay > 1 ? autoplay - 1 : null;
};

/** What an answer means to the one who plays; null where nothing is to be said. */
const tellResult = (before: PageState, action: Shown['action'], answer: GameState): PlayerMessage | null => {
  const { balance, notice = '' } = answer;
  const words = wordsFor(before.language, before.scene);
  if (balance.kind === 'problem') {
    return { tone: 'problem', text: `${words.sentence(balance.message)} ${words.sentence(notice)}`.trim() };
  }
  if (notice !== '') return { tone: 'plain', text: words.sentence(notice) };
  const round = roundToTell(before, action, answer);
  if (round === null) return null;
  const told = tellRound(before, round, words);
  return packIsOver(before, answer) ? { ...told, text: `${told.text} ${packEnd(before, answer, words)}` } : told;
};

/** What is played is always told; otherwise only what became of a round since it was shown. */
const roundToTell = ({ round: shown }: PageState, action: Shown['action'], answer: GameState): Round | null => {
  const { round, history } = answer;
  if (action === 'bet' || action === 'cash-out') return round;
  if (action === 'start') {
    // A page that is opened tells of a round that was left.
    if (round === null) return history[0]?.abandoned === true ? history[0] : null;
    return round.state !== 'settled' || round.abandoned === true ? round : null;
  }
  const known = round ?? history.find(({ roundId }) => roundId === shown?.roundId);
  if (known === undefined) return null;
  return known.roundId !== shown?.roundId || known.state !== shown.state ? known : null;
};

const tellRound = (before: PageState, round: Round, words: Words): PlayerMessage => {
  const { texts } = words;
  switch (round.state) {
    case 'open':
      return { tone: 'plain', text: texts.inTheAir };
    case 'rolled-back':
      return { tone: 'plain', text: tellCancelled(before, round, words) };
    case 'unclear':
      return { tone: 'problem', text: texts.roundUnclear };
    case 'settled':
      return isEmpty(round.win) ? { tone: 'plain', text: tellLoss(round, words) } : tellWin(before, round, words);
  }
};

/** A round that was open had its bet taken before it was cancelled. */
const tellCancelled = ({ round: shown }: PageState, { roundId, abandoned }: Round, { texts }: Words): string => {
  if (abandoned === true) return texts.roundAbandoned;
  const wasOpen = shown?.roundId === roundId && shown.state === 'open';
  return wasOpen ? texts.stakeIsBack : texts.roundCancelled;
};

const tellLoss = ({ burstsAt, freeSpin, abandoned }: Round, { texts, decimal }: Words): string => {
  if (abandoned === true) return texts.roundForfeited;
  if (burstsAt !== undefined) return texts.burstAt(decimal(burstsAt));
  return freeSpin === true ? texts.noWinOnFreeSpin : texts.noWin;
};

const tellWin = ({ scene }: PageState, round: Round, { texts, decimal, money }: Words): PlayerMessage => {
  const { cashedOutAt } = round;
  const win = money(round.win);
  const text = cashedOutAt === undefined ? texts.youWin(win) : texts.outAndWin(decimal(cashedOutAt), win);
  const scale = scene?.scale ?? 0;
  const [paid = 0n, stake = 0n] = [toUnits(round.win, scale), toUnits(round.stake, scale)];
  const isBig = stake > 0n && paid >= stake * 10n;
  return { tone: isBig ? 'big-win' : 'win', text };
};

const packIsOver = (before: PageState, { pack, round }: GameState): boolean =>
  round?.freeSpin === true && (pack === null ? before.pack !== null : pack.played >= pack.total);

const packEnd = ({ pack: played, scene }: PageState, { pack, round }: GameState, { texts, money }: Words): string => {
  const scale = scene?.scale ?? 0;
  const [earlier, last] = [toUnits(played?.accumulatedWin ?? '', scale), toUnits(round?.win ?? '', scale)];
  const sum = earlier === undefined || last === undefined ? undefined : fromUnits(earlier + last, scale);
  const total = pack?.accumulatedWin ?? sum;
  return total === undefined ? texts.lastFreeSpin : texts.lastFreeSpinInAll(money(total));
};
