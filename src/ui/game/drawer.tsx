import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { amountsIn, groupDigits } from '../../components/money.tsx';
import { callLooks } from '../../components/verdict-mark.tsx';
import {
  type CallTold,
  type ForcedOutcome,
  type ForceOrder,
  forcedOutcomes,
  type Scene,
  type WaitingCall,
} from '../../spec/game-page.ts';
import type { GameProps } from './game.ts';
import type { PageState } from './page-state.ts';

interface DrawerProps extends GameProps {
  readonly scene: Scene;
}

/**
 * Beside the game, for developers: outcomes to force, and what the platform sent. It is English in
 * every language of the game, as everything else that developers read here.
 */
export const Drawer = ({ game, scene }: DrawerProps): VNode => {
  const { problem, waiting, drawer } = game.state;
  return (
    <aside id="drawer" class="drawer" aria-label="For developers" lang="en" hidden={drawer === 'closed'}>
      {problem === null ? null : (
        <section class="problem">
          <h2>Why there is no balance</h2>
          <p>
            <code>{problem.code}</code> {problem.detail}
          </p>
        </section>
      )}
      {waiting === null ? null : <WaitingNote {...waiting} />}
      <ForceSection game={game} scene={scene} />
      {scene.kind === 'crash' ? <WhoDecides /> : null}
      {scene.mode === 'demo' ? (
        <section>
          <h2>Callbacks</h2>
          <p class="quiet">A demo sends none: its money is the platform's own.</p>
        </section>
      ) : (
        <CallLog game={game} scene={scene} />
      )}
    </aside>
  );
};

/** What comes next where the agent has not answered. */
const WaitingNote = ({ kind, attempt, attemptsLeft, inMs, then }: WaitingCall): VNode => (
  <section class="waiting" role="status">
    <h2>The agent has not answered {kind}</h2>
    <p>
      Attempt {attempt} of {attempt + attemptsLeft} {inMs < 1000 ? 'now' : `after ${inMs / 1000} s`};{' '}
      {then === 'rollback' ? 'then the bet is rolled back' : 'then it is given up'}.
    </p>
  </section>
);

const WhoDecides = (): VNode => (
  <section>
    <h2>Where it bursts</h2>
    <p class="quiet">
      The seeded dice draw the burst with the bet, and the platform keeps it to itself until the round is over. The page
      only climbs: it learns the burst when it asks for the money. Asking above it loses; at 1000.00 the page asks by
      itself. A round that its player leaves is ended by the platform, when and how the quirks <code>abandonAfter</code>{' '}
      and <code>abandonedRound</code> say; until then the link leads back to it.
    </p>
  </section>
);

const key = 'walletproof.drawer';

/** Whether the drawer was left open; open where nobody said, or where the browser keeps nothing. */
export const readDrawer = (): PageState['drawer'] => {
  try {
    return localStorage.getItem(key) === 'closed' ? 'closed' : 'open';
  } catch {
    return 'open';
  }
};

/** Keeps it for the next visit, where the browser allows it. */
export const rememberDrawer = (drawer: PageState['drawer']): void => {
  try {
    if (readDrawer() !== drawer) localStorage.setItem(key, drawer);
  } catch {
    // Embedded pages and private windows may have no storage: the drawer then opens as it does at first.
  }
};

/** Outcomes to force, so that any callback can be produced by hand. */
const ForceSection = ({ game, scene }: DrawerProps): VNode => {
  const { forced } = game.state;
  const offered = (Object.keys(outcomes) as ForcedOutcome[]).filter(
    (outcome) => scene.mode === 'real' || outcomes[outcome].inDemo,
  );
  const amount = forced?.amount === undefined ? '' : `, ${forced.amount}`;
  return (
    <section class="force">
      <h2>Force the next outcome</h2>
      <p class="forced" role="status">
        {forced === null
          ? 'Nothing is forced: the dice decide.'
          : `Waiting for the next round: ${forced.outcome}${amount}.`}
      </p>
      <ul>
        {offered.map((outcome) => (
          <ForceRow key={outcome} outcome={outcome} game={game} />
        ))}
      </ul>
    </section>
  );
};

/** How outcomes are called; some take a number, and a demo has those that need no agent. */
const outcomes: Readonly<Record<ForcedOutcome, Outcome>> = {
  lose: { name: 'Lose', inDemo: true },
  win: { name: 'Win ×', inDemo: true, field: { label: 'Times the stake', atFirst: '5' } },
  'big-win': { name: 'Big win', inDemo: true },
  decimals: { name: 'Many decimals', inDemo: true },
  'insufficient-funds': { name: 'Insufficient funds' },
  bonus: { name: 'Bonus', field: { label: 'Amount of the bonus', atFirst: '10' } },
  'answer-lost': { name: 'Answer lost' },
  rollback: { name: 'Roll back' },
};

interface Outcome {
  readonly name: string;
  readonly inDemo?: true;
  readonly field?: { readonly label: string; readonly atFirst: string };
}

/** The order as it was typed: the amount stays text, and only some outcomes take one. */
export const forceOrderOf = (outcome: ForcedOutcome, typed: string): ForceOrder =>
  outcomes[outcome].field === undefined ? { outcome } : { outcome, amount: typed.trim() };

/** A button for one outcome, with a field where it takes a number. */
const ForceRow = ({ outcome, game }: GameProps & { readonly outcome: ForcedOutcome }): VNode => {
  const { name, field } = outcomes[outcome];
  const [amount, setAmount] = useState(field?.atFirst ?? '');
  const order = () => game.force(forceOrderOf(outcome, amount));
  return (
    <li class="force-row">
      <span class="do">
        <button
          type="button"
          class="ghost"
          aria-pressed={game.state.forced?.outcome === outcome}
          aria-disabled={game.state.phase.kind !== 'idle'}
          aria-describedby={`force-${outcome}`}
          onClick={order}
        >
          {name}
        </button>
        {field === undefined ? null : (
          <input
            aria-label={field.label}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            value={amount}
            onInput={(event) => setAmount(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') order();
            }}
          />
        )}
      </span>
      <span id={`force-${outcome}`} class="quiet">
        {forcedOutcomes[outcome]}
      </span>
    </li>
  );
};

/** Every sending of a callback since the page was opened, newest first. */
const CallLog = ({ game, scene: { sessionId } }: DrawerProps): VNode => (
  <section class="log">
    <h2>Callbacks</h2>
    <p class="quiet">
      What the platform sent to the agent for this game, newest first.
      {sessionId === undefined ? null : (
        <>
          {' '}
          Session <code>{sessionId}</code>.
        </>
      )}
    </p>
    {game.state.log.length === 0 ? <p>None yet.</p> : null}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <ol tabIndex={0} aria-label="Callbacks, newest first">
      {game.state.log.map((call) => (
        <CallRow key={call.exchangeId} {...call} />
      ))}
    </ol>
  </section>
);

/** A callback in three lines: what was sent, what came back, what the ledger says. */
const CallRow = (call: CallTold): VNode => {
  const { exchangeId, verdict, status, bet, win, answer, transactionId, sentence } = call;
  return (
    <li class={`call verdict-${verdict ?? 'none'}`}>
      <p class="head">
        <a href={`/#/exchanges/${encodeURIComponent(exchangeId)}`} target="_blank" rel="noopener">
          {call.kind}
          <span class="hidden"> in the dashboard, in a new tab</span>
        </a>
        {call.attempt > 1 ? <span class="attempt">attempt {call.attempt}</span> : null}
        {verdict === undefined ? null : (
          <span class="verdict">
            <span aria-hidden="true">{callLooks[verdict].sign}</span> {verdict}
          </span>
        )}
        <span class="took">{Math.round(call.durationMs)} ms</span>
      </p>
      <p class="facts">
        {bet === undefined ? null : <span>bet {groupDigits(bet)}</span>}
        {win === undefined ? null : <span>win {groupDigits(win)}</span>}
        <span>{status === null ? `no answer: ${call.failure ?? 'unknown'}` : `HTTP ${status}`}</span>
        {answer === undefined ? null : (
          <span>
            answer <code>{groupDigits(answer)}</code>
          </span>
        )}
        {transactionId === undefined ? null : (
          <span class="transaction">
            transaction <code>{transactionId}</code>
          </span>
        )}
      </p>
      {sentence === undefined ? null : <p class="sentence">{amountsIn(sentence)}</p>}
    </li>
  );
};
