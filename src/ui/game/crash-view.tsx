import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AmountText } from '../../spec/callback.ts';
import { fromUnits, isEmpty, toUnits } from '../parts/amounts.tsx';
import type { GameProps } from './game.ts';
import { growthPerMs, msUntil, multiplierAt } from './multiplier.ts';
import type { PageState } from './page-state.ts';
import { FreeSpins } from './slot-view.tsx';

/** The multiplier, large, over the curve that it draws. */
export const CrashView = ({ game }: GameProps): VNode => {
  const climbedMs = useClimbedMs({ game });
  const { texts, decimal } = game.words;
  const end = endOf(game.state);
  const standsAt = end?.multiplier ?? askedMultiplier(game.state);
  const standing = game.isClimbing ? 'climbing' : (end?.standing ?? 'ready');
  return (
    <div class={`board crash ${standing}`}>
      <CrashCurve
        ms={standsAt === undefined ? climbedMs : msUntil(standsAt)}
        standing={standing}
        showTick={(tick) => `${decimal(String(Number(tick.toFixed(1))))}×`}
      />
      <p class="multiplier" aria-hidden={game.isClimbing}>
        {decimal((standsAt ?? multiplierAt(climbedMs)).toFixed(2))}
        <span class="times">×</span>
      </p>
      <p class="standing">{texts.flight[standing]}</p>
      <FreeSpins game={game} />
    </div>
  );
};

/** Where the round ended; nothing is drawn of one whose end nobody knows. */
const endOf = ({ round }: PageState) => {
  if (round?.state !== 'settled') return undefined;
  const { cashedOutAt, burstsAt } = round;
  const isLost = isEmpty(round.win);
  const multiplier = Number(isLost ? burstsAt : (cashedOutAt ?? burstsAt));
  if (!Number.isFinite(multiplier) || multiplier < 1) return undefined;
  return { multiplier, standing: isLost ? ('burst' as const) : ('out' as const) };
};

/** While the casino is asked for the money, the flight stands where it was asked. */
const askedMultiplier = ({ phase, askedAt }: PageState): number | undefined =>
  phase.kind === 'asking' && phase.action === 'cash-out' && askedAt !== null ? Number(askedAt) : undefined;

/** How long the round has been in the air, in step with the screen; 0 where none is. */
const useClimbedMs = ({ game }: GameProps): number => {
  const { climbingSince } = game.state;
  const [now, setNow] = useState(() => game.now());
  useEffect(() => {
    if (climbingSince === null) return undefined;
    let frame = requestAnimationFrame(function tick() {
      setNow(game.now());
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [climbingSince, game]);
  return climbingSince === null ? 0 : Math.max(0, now - climbingSince);
};

/** `Cash out 23.50 USD`, climbing with the round. */
export const CashOutLabel = ({ game }: GameProps): VNode => {
  const { round, scene } = game.state;
  const { texts, money } = game.words;
  const at = multiplierAt(useClimbedMs({ game })).toFixed(2);
  const amount = cashOutAmount(round?.stake ?? '', at, scene?.scale ?? 0);
  return (
    <>
      {texts.cashOut}
      {amount === undefined ? null : (
        <span class="would-be" aria-hidden="true">
          {money(amount)}
        </span>
      )}
    </>
  );
};

/** Stake times multiplier, rounded down to the scale of the currency; what is paid is said by the platform. */
export const cashOutAmount = (stake: AmountText, at: string, scale: number): AmountText | undefined => {
  const units = toUnits(stake, scale);
  const hundredths = toUnits(at, 2);
  if (units === undefined || hundredths === undefined) return undefined;
  return fromUnits((units * hundredths) / 100n, scale);
};

const width = 640;

const height = 300;

const margin = 16;

const samples = 48;

interface CurveProps {
  readonly ms: number;
  readonly standing: string;
  readonly showTick: (tick: number) => string;
}

/** The flight so far as a curve in axes that grow with it. */
const CrashCurve = ({ ms, standing, showTick }: CurveProps): VNode => {
  const frame = frameOf(ms);
  const points = Array.from({ length: samples + 1 }, (_, index) => frame.at((ms * index) / samples));
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [x, y] = frame.at(ms);
  return (
    <svg class="curve" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {frame.ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1="0" x2={width} y1={frame.y(tick)} y2={frame.y(tick)} />
          <text class="tick" x={width - 8} y={frame.y(tick) - 5}>
            {showTick(tick)}
          </text>
        </g>
      ))}
      <polygon class="under" points={`${margin},${height} ${line} ${x.toFixed(1)},${height}`} />
      <polyline class="path" points={line} />
      {standing === 'burst' ? <Sparks x={x} y={y} /> : null}
      <circle class={`tip ${standing}`} cx={x} cy={y} r="9" />
    </svg>
  );
};

/** What a burst throws off. */
const Sparks = ({ x, y }: { readonly x: number; readonly y: number }): VNode => (
  <g class="spark" transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
    {[0, 60, 120, 180, 240, 300].map((turn) => (
      <line key={turn} x1="17" x2="28" y1="0" y2="0" transform={`rotate(${turn})`} />
    ))}
  </g>
);

/** Axes with room above and before the tip. */
const frameOf = (ms: number) => {
  const longest = Math.max(6000, ms * 1.2);
  const highest = Math.max(1.8, Math.exp(growthPerMs * ms) * 1.3);
  const y = (multiplier: number): number => height - 14 - ((multiplier - 1) / (highest - 1)) * (height - 28);
  const at = (when: number): readonly [number, number] => [
    margin + (when / longest) * (width - 3 * margin),
    y(Math.exp(growthPerMs * when)),
  ];
  return { at, y, ticks: ticksUpTo(highest) };
};

/** Three to six round multipliers for the lines behind. */
const ticksUpTo = (highest: number): readonly number[] => {
  const steps = [0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];
  const step = steps.find((size) => (highest - 1) / size <= 6) ?? 1000;
  const ticks: number[] = [];
  for (let tick = 1 + step; tick < highest * 0.95; tick += step) ticks.push(tick);
  return ticks;
};
