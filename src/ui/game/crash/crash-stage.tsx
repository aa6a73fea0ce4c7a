import type { VNode } from 'preact';
import type { Round } from '../../../spec/game-page.ts';
import { FreeSpins } from '../free-spins.tsx';
import type { Part } from '../part.ts';
import { isClimbing } from '../state/is-climbing.ts';
import type { PageState } from '../state/page-state.ts';
import { CrashCurve } from './crash-curve.tsx';
import { msUntil } from './ms-until.ts';
import { useFlight } from './use-flight.ts';

/** The multiplier, large, over the curve that it draws. */
export const CrashStage = (part: Part): VNode => {
  const flying = useFlight(part);
  const flight = askedFlight(part.state) ?? flying;
  const { round } = part.state;
  const isUp = isClimbing(part.state);
  const end = isUp || round === null ? undefined : endOf(round);
  const standing = isUp ? 'climbing' : (end?.standing ?? 'ready');
  return (
    <div class={`stage crash ${standing}`}>
      <CrashCurve
        ms={end === undefined ? flight.ms : msUntil(end.multiplier)}
        standing={standing}
      />
      <p class="multiplier" aria-hidden={isUp}>
        {(end?.multiplier ?? flight.multiplier).toFixed(2)}
        <span class="times">×</span>
      </p>
      <p class="standing">{words[standing]}</p>
      <FreeSpins state={part.state} />
    </div>
  );
};

/** While the casino is asked for the money, the flight stands where it was asked. */
const askedFlight = ({ phase, askedAt }: PageState) => {
  if (phase.kind !== 'asking' || phase.action !== 'cash-out' || askedAt === null) return undefined;
  const multiplier = Number(askedAt);
  return { ms: msUntil(multiplier), multiplier };
};

type Standing = 'ready' | 'climbing' | 'out' | 'burst';

const words: Readonly<Record<Standing, string>> = {
  ready: 'Bet, and it climbs',
  climbing: 'Climbing',
  out: 'Cashed out',
  burst: 'Burst',
};

/** Where a round ended; nothing is drawn of one whose end nobody knows. */
const endOf = (round: Round): { multiplier: number; standing: Standing } | undefined => {
  if (round.state !== 'settled') return undefined;
  const { cashedOutAt, burstsAt } = round;
  const isLost = /^0*(?:\.0*)?$/.test(round.win);
  const multiplier = Number(isLost ? burstsAt : (cashedOutAt ?? burstsAt));
  if (!Number.isFinite(multiplier) || multiplier < 1) return undefined;
  return { multiplier, standing: isLost ? 'burst' : 'out' };
};
