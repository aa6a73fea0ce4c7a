import type { ExchangeJudgement } from '../../../src/formats/judgement.ts';
import type { Callback } from '../../../src/spec/callback.ts';
import type { Answer, Exchange } from '../../../src/spec/exchange.ts';
import { answered, failed, refusal } from '../calls.ts';
import type { ModelWallet } from './model-wallet.ts';
import type { SentCall, Table } from './table.ts';

/** How an answer is lost. */
export const losses = {
  timeout: failed('timeout'),
  dropped: failed('dropped'),
  closed: failed('closed'),
  unreadable: failed('unreadable'),
  refused: failed('refused'),
  'bad gateway': answered(502, '<html>', 'text/html'),
  'internal error': refusal('internal_error', 500),
} satisfies Record<string, Answer>;
export type Loss = keyof typeof losses;

/** What happens around a wallet. `n`: of the calls under way, or of those that are late; -1: the last. */
export type WalkStep =
  | { readonly kind: 'leave'; readonly callback: Callback; readonly origin?: Exchange['origin'] }
  /** The agent handles a call that is under way. */
  | { readonly kind: 'handle'; readonly n: number }
  /** Its answer arrives. */
  | { readonly kind: 'arrive'; readonly n: number }
  /** Its answer never arrives; if it was not handled yet, it may be later. */
  | { readonly kind: 'lose'; readonly n: number; readonly how: Loss }
  /** The agent handles a call whose answer was lost. */
  | { readonly kind: 'handle-late' }
  | { readonly kind: 'move'; readonly playerId: string; readonly cents: number }
  | { readonly kind: 'forget'; readonly playerId: string };

interface Way {
  readonly callback: Callback;
  readonly sent: SentCall;
  answer?: Answer;
}

interface Scene {
  readonly wallet: ModelWallet;
  readonly table: Table;
  readonly ways: Way[];
  readonly late: Callback[];
}

/** Lets it happen; everything that was said. */
export const walk = (wallet: ModelWallet, table: Table, steps: readonly WalkStep[]): ExchangeJudgement[] => {
  const scene: Scene = { wallet, table, ways: [], late: [] };
  return steps.flatMap((step) => happen(scene, step));
};

const happen = (scene: Scene, step: WalkStep): readonly ExchangeJudgement[] => {
  const { wallet, table, ways, late } = scene;
  switch (step.kind) {
    case 'leave': {
      const { callback, origin = 'game' } = step;
      ways.push({ callback, sent: table.leave(callback, { origin }) });
      return [];
    }
    case 'handle':
      handle(scene, ways.at(step.n));
      return [];
    case 'arrive':
      return arrive(scene, ways.splice(step.n, 1));
    case 'lose':
      return lose(scene, ways.splice(step.n, 1), step.how);
    case 'handle-late':
      for (const callback of late.splice(0, 1)) wallet.handle(callback);
      return [];
    case 'move':
      wallet.move(step.playerId, step.cents);
      return [];
    case 'forget':
      table.judge.forget({ playerId: step.playerId, currency: 'USD' });
      return [];
  }
};

const handle = ({ wallet }: Scene, way: Way | undefined): void => {
  if (way !== undefined) way.answer ??= wallet.handle(way.callback);
};

const arrive = (scene: Scene, ways: readonly Way[]): readonly ExchangeJudgement[] =>
  ways.flatMap((way) => {
    handle(scene, way);
    return way.answer === undefined ? [] : way.sent.answer(way.answer);
  });

const lose = (scene: Scene, ways: readonly Way[], how: Loss): readonly ExchangeJudgement[] =>
  ways.flatMap((way) => {
    // The answer had begun; or the agent was not there.
    if (how === 'dropped') handle(scene, way);
    const isHandled = way.answer !== undefined;
    if (!isHandled && !neverHandled.has(how)) scene.late.push(way.callback);
    return way.sent.answer(losses[isHandled ? (ofHandled[how] ?? how) : how]);
  });

/** The agent was not there; or it says itself that it has failed, and a right one has moved nothing then, nor does it later. */
const neverHandled: ReadonlySet<Loss> = new Set(['refused', 'internal error']);

/** How the answer to a call that was handled is lost instead. */
const ofHandled: Partial<Record<Loss, Loss>> = {
  refused: 'closed',
  'internal error': 'bad gateway',
};
