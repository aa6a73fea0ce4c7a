import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { callLooks } from '../../components/verdict-mark.tsx';
import {
  type CallTold,
  type ForcedOutcome,
  type ForceOrder,
  forcedOutcomes,
  type Scene,
} from '../../spec/game-page.ts';
import type { CallVerdict } from '../../spec/verdict.ts';
import type { GameProps } from './actions.ts';
import type { PageState } from './page-state.ts';

/**
 * Beside the game, for developers: outcomes to force, and what the platform sent. It is English in
 * every language of the game, as everything else that developers read here.
 */
export const Drawer = (props: GameProps & { readonly scene: Scene }): VNode => {
  const { state, scene } = props;
  return (
    <aside id="drawer" class="drawer" aria-label="For developers" lang="en" hidden={state.drawer === 'closed'}>
      <ProblemNote {...props} />
      <WaitingNote {...props} />
      <ForceSection {...props} />
      {scene.kind === 'crash' ? <WhoDecides /> : null}
      {scene.mode === 'demo' ? (
        <section>
          <h2>Callbacks</h2>
          <p class="quiet">A demo sends none: its money is the platform's own.</p>
        </section>
      ) : (
        <CallLog log={state.log} sessionId={scene.sessionId} />
      )}
    </aside>
  );
};

const ProblemNote = ({ state }: GameProps): VNode | null => {
  const { problem } = state;
  if (problem === null) return null;
  return (
    <section class="problem">
      <h2>Why there is no balance</h2>
      <p>
        <code>{problem.code}</code> {problem.detail}
      </p>
    </section>
  );
};

/** What comes next where the agent has not answered. */
const WaitingNote = ({ state }: GameProps): VNode | null => {
  const { waiting } = state;
  if (waiting === null) return null;
  const { kind, attempt, attemptsLeft, inMs, then } = waiting;
  const last = then === 'rollback' ? 'then the bet is rolled back' : 'then it is given up';
  return (
    <section class="waiting" role="status">
      <h2>The agent has not answered {kind}</h2>
      <p>
        Attempt {attempt} of {attempt + attemptsLeft} {inMs < 1000 ? 'now' : `after ${inMs / 1000} s`}; {last}.
      </p>
    </section>
  );
};

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
const ForceSection = (props: GameProps & { readonly scene: Scene }): VNode => {
  const { state, scene } = props;
  return (
    <section class="force">
      <h2>Force the next outcome</h2>
      <p class="forced" role="status">
        {state.forced === null ? 'Nothing is forced: the dice decide.' : waitingFor(state.forced)}
      </p>
      <ul>
        {outcomesFor(scene).map((outcome) => (
          <ForceRow key={outcome} outcome={outcome} {...props} />
        ))}
      </ul>
    </section>
  );
};

const waitingFor = ({ outcome, amount }: ForceOrder): string =>
  amount === undefined
    ? `Waiting for the next round: ${outcome}.`
    : `Waiting for the next round: ${outcome}, ${amount}.`;

/** A demo has no agent: what needs a callback is left out. */
const withoutAgent: readonly ForcedOutcome[] = ['lose', 'win', 'big-win', 'decimals'];

const outcomesFor = ({ mode }: Scene): readonly ForcedOutcome[] =>
  (Object.keys(forcedOutcomes) as ForcedOutcome[]).filter(
    (outcome) => mode === 'real' || withoutAgent.includes(outcome),
  );

interface AmountField {
  readonly label: string;
  readonly atFirst: string;
}

/** Outcomes that take a number. */
const fields: Partial<Readonly<Record<ForcedOutcome, AmountField>>> = {
  win: { label: 'Times the stake', atFirst: '5' },
  bonus: { label: 'Amount of the bonus', atFirst: '10' },
};

const names: Readonly<Record<ForcedOutcome, string>> = {
  lose: 'Lose',
  win: 'Win ×',
  'big-win': 'Big win',
  decimals: 'Many decimals',
  'insufficient-funds': 'Insufficient funds',
  bonus: 'Bonus',
  'answer-lost': 'Answer lost',
  rollback: 'Roll back',
};

/** The order as it was typed: the amount stays text, and only some outcomes take one. */
export const forceOrderOf = (outcome: ForcedOutcome, typed: string): ForceOrder =>
  fields[outcome] === undefined ? { outcome } : { outcome, amount: typed.trim() };

/** A button for one outcome, with a field where it takes a number. */
const ForceRow = ({ outcome, state, actions }: GameProps & { readonly outcome: ForcedOutcome }): VNode => {
  const field = fields[outcome];
  const [amount, setAmount] = useState(field?.atFirst ?? '');
  const order = () => actions.force(forceOrderOf(outcome, amount));
  return (
    <li class="force-row">
      <span class="do">
        <button
          type="button"
          class="ghost"
          aria-pressed={state.forced?.outcome === outcome}
          aria-disabled={state.phase.kind !== 'idle'}
          aria-describedby={`force-${outcome}`}
          onClick={order}
        >
          {names[outcome]}
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
const CallLog = ({
  log,
  sessionId,
}: {
  readonly log: readonly CallTold[];
  readonly sessionId: string | undefined;
}): VNode => (
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
    {log.length === 0 ? <p>None yet.</p> : null}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <ol tabIndex={0} aria-label="Callbacks, newest first">
      {log.map((call) => (
        <CallRow key={call.exchangeId} call={call} />
      ))}
    </ol>
  </section>
);

/** A callback in three lines: what was sent, what came back, what the ledger says. */
const CallRow = ({ call }: { readonly call: CallTold }): VNode => (
  <li class={`call verdict-${call.verdict ?? 'none'}`}>
    <p class="head">
      <a href={`/#/exchanges/${encodeURIComponent(call.exchangeId)}`} target="_blank" rel="noopener">
        {call.kind}
        <span class="hidden"> in the dashboard, in a new tab</span>
      </a>
      {call.attempt > 1 ? <span class="attempt">attempt {call.attempt}</span> : null}
      <Verdict verdict={call.verdict} />
      <span class="took">{Math.round(call.durationMs)} ms</span>
    </p>
    <p class="facts">
      <Facts call={call} />
    </p>
    {call.sentence === undefined ? null : <p class="sentence">{call.sentence}</p>}
  </li>
);

const Facts = ({ call }: { readonly call: CallTold }): VNode => (
  <>
    {call.bet === undefined ? null : <span>bet {call.bet}</span>}
    {call.win === undefined ? null : <span>win {call.win}</span>}
    <span>{call.status === null ? `no answer: ${call.failure ?? 'unknown'}` : `HTTP ${call.status}`}</span>
    {call.answer === undefined ? null : (
      <span>
        answer <code>{call.answer}</code>
      </span>
    )}
    {call.transactionId === undefined ? null : (
      <span class="transaction">
        transaction <code>{call.transactionId}</code>
      </span>
    )}
  </>
);

const Verdict = ({ verdict }: { readonly verdict: CallVerdict | undefined }): VNode | null =>
  verdict === undefined ? null : (
    <span class="verdict">
      <span aria-hidden="true">{callLooks[verdict].sign}</span> {verdict}
    </span>
  );
