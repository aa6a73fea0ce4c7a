import { type Amount, amountOf, renderAmount, renderAtScale, scaleOf, zero } from '../base/money.ts';
import { renderDuration } from '../base/quantities.ts';
import type { AmountExpression, CallStep, Scenario, Step } from '../formats/scenario/scenario.ts';
import { accountKey } from '../ledger/account.ts';
import { sessionsNeeded } from './compose-callback.ts';
import { earlierBets } from './earlier-bets.ts';
import type { RunContext } from './run-context.ts';
import { accountsNeeded, type RefusedAccount, type RunPlayers } from './run-players.ts';
import { amountsOf, kindsOfSteps } from './steps.ts';

type SkipContext = Pick<
  RunContext,
  'players' | 'gameId' | 'sessions' | 'hooks' | 'maxStake' | 'patienceMs' | 'isThorough' | 'known'
>;

/** Why the scenario cannot be played here, and what to configure; undefined when it can. */
export const reasonToSkip = (around: SkipContext, scenario: Scenario): string | undefined =>
  missingPlayers(around.players, scenario) ??
  missingCurrencies(around.players, scenario) ??
  missingHook(around, scenario) ??
  missingSession(around, scenario) ??
  missingTime(around, scenario) ??
  missingPatience(around, scenario) ??
  missingEarlier(around, scenario) ??
  tooMuchAtStake(around, fitCurrency(around.players, scenario));

const missingPlayers = ({ known, refused }: RunPlayers, scenario: Scenario): string | undefined => {
  if (known.length >= scenario.players) return undefined;
  const have = known.length === 1 ? '1 is' : `${known.length} are`;
  const others = refused.filter(({ playerId }) => playerId !== known[0]?.id);
  return `needs ${scenario.players} players, ${have} there: ${reasonOr(others, 'name more players (--player)')}`;
};

const missingCurrencies = ({ known, refused }: RunPlayers, scenario: Scenario): string | undefined => {
  const [player] = known;
  if ((player?.currencies.length ?? 0) >= scenario.currencies) return undefined;
  const own = refused.filter(({ playerId }) => playerId === player?.id);
  const { id = 'id', currencies: [first = 'USD'] = [] } = player ?? {};
  const remedy = `--player ${id}:${first},${first === 'EUR' ? 'USD' : 'EUR'}`;
  return `needs ${scenario.currencies} currencies of player one: ${reasonOr(own, remedy)}`;
};

const reasonOr = (refused: readonly RefusedAccount[], remedy: string): string =>
  refused.length === 0 ? remedy : refused.map(({ reason }) => reason).join('; ');

const missingHook = (
  { hooks: { restart, kill, launch, clock } }: SkipContext,
  scenario: Scenario,
): string | undefined => {
  const kinds = kindsOfSteps(scenario.steps);
  if (kinds.has('restart') && restart === undefined) {
    return 'needs a way to restart the agent: configure hooks.restart';
  }
  if (kinds.has('kill') && kill === undefined) {
    return 'needs a way to kill the agent: start it with --start, or configure hooks.kill';
  }
  if (kinds.has('launch') && launch === undefined) {
    return 'needs a way to make the agent ask for a launch link: configure hooks.launch';
  }
  if (!kinds.has('clock') || clock !== undefined) return undefined;
  // Callbacks carry no time: without requests of the agent nothing depends on the clock.
  return launch === undefined
    ? 'needs the platform, whose clock it moves: configure hooks.launch'
    : 'moves the clock of the platform, which serves others as well: play it with `walletproof play`';
};

const missingSession = (around: SkipContext, scenario: Scenario): string | undefined => {
  const missing = sessionsNeeded(around, scenario).find(
    (wanted) => wanted.name !== 'main' && around.sessions.isMissing(wanted),
  );
  return missing && `needs a second session of ${missing.playerId}: configure hooks.launch to open one`;
};

const missingTime = ({ isThorough }: SkipContext, { thorough }: Scenario): string | undefined =>
  thorough === true && isThorough !== true ? 'takes long: played with --thorough' : undefined;

const missingPatience = ({ patienceMs }: SkipContext, { patienceMs: neededMs = 0 }: Scenario): string | undefined =>
  patienceMs >= neededMs ? undefined : `waits longer than the run does: --patience ${renderDuration(neededMs)}`;

const missingEarlier = (around: SkipContext, { steps }: Scenario): string | undefined =>
  kindsOfSteps(steps).has('earlier') && earlierBets(around).length === 0
    ? 'needs an earlier run against this agent: the next one has it'
    : undefined;

/** Why the scenario would move more than the user allows: in one call, its funding included. */
const tooMuchAtStake = ({ players, maxStake }: SkipContext, scenario: Scenario): string | undefined => {
  if (maxStake === undefined) return undefined;
  for (const account of accountsNeeded(players, scenario)) {
    const stake = largestStake(scenario, players.balances.get(accountKey(account)) ?? zero);
    if (stake.lte(amountOf(maxStake))) continue;
    return `would move ${renderAtScale(stake, account.currency)} ${account.currency} in one call, more than --max-stake ${maxStake}`;
  }
  return undefined;
};

/** The most that one call of the scenario moves in an account that has this balance. */
const largestStake = (scenario: Scenario, balance: Amount): Amount => {
  const funded = maxOf(balance, amountOf(scenario.fund));
  const stakes = amountsOf(scenario.steps).map((amount) => {
    const said = amountOf(amount.text);
    return amount.kind === 'exact' ? said : funded.plus(said.times(amount.sign));
  });
  return stakes.reduce(maxOf, funded.minus(balance));
};

const maxOf = (one: Amount, other: Amount): Amount => (one.gt(other) ? one : other);

/** Scenarios are written for currencies like USD; finer amounts than that are finer on purpose. */
const writtenScale = 2;

/**
 * The scenario in amounts that its currencies have: one that is written in cents is played in whole
 * yen, a hundred times as much. All its amounts grow alike, so that what it shows stays the same.
 */
export const fitCurrency = (players: RunPlayers, scenario: Scenario): Scenario => {
  const decimals = Math.max(0, ...amountsOf(scenario.steps).map(({ text }) => text.split('.')[1]?.length ?? 0));
  const scales = accountsNeeded(players, scenario).map(({ currency }) => scaleOf(currency));
  const missing = decimals - Math.min(...scales);
  if (decimals > writtenScale || missing <= 0 || missing > writtenScale) return scenario;
  const times: Grow = (text) => renderAmount(amountOf(text).times(amountOf(`1e${missing}`)));
  return {
    ...scenario,
    fund: times(scenario.fund),
    steps: scenario.steps.map((step) => growStep(step, times)),
  };
};

type Grow = (text: string) => string;

const growStep = (step: Step, times: Grow): Step => {
  switch (step.kind) {
    case 'together': {
      // A call that stands in two places stays one object: what is beside a row is told from it by that.
      const grown = new Map(step.steps.map((each) => [each, growCall(each, times)]));
      const asGrown = (each: CallStep): CallStep => grown.get(each) ?? each;
      return { ...step, steps: step.steps.map(asGrown), row: step.row?.map(asGrown) };
    }
    case 'matrix':
      return {
        ...step,
        rows: step.rows.map((row) => ({ ...row, steps: row.steps.map((each) => growStep(each, times)) })),
      };
    case 'repeat':
      return { ...step, steps: step.steps.map((each) => growStep(each, times)) };
    case 'kill':
      return { ...step, steps: step.steps.map((each) => growCall(each, times)) };
    case 'pack':
      return { ...step, wins: step.wins.map(times), bets: step.bets.map(times) };
    case 'getBalance':
    case 'makeBet':
    case 'resend':
      return growCall(step, times);
    default:
      return step;
  }
};

const growCall = (step: CallStep, times: Grow): CallStep => {
  const grow = (amount: AmountExpression): AmountExpression => ({ ...amount, text: times(amount.text) });
  switch (step.kind) {
    case 'makeBet':
      return { ...step, bet: grow(step.bet), win: grow(step.win) };
    case 'resend':
      return { ...step, bet: step.bet && grow(step.bet), win: step.win && grow(step.win) };
    case 'getBalance': {
      const { freespins } = step;
      if (freespins === undefined) return step;
      return { ...step, freespins: { ...freespins, accumulatedWin: times(freespins.accumulatedWin) } };
    }
    case 'rollback':
      return step;
  }
};
