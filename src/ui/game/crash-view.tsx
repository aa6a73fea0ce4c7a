import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Round } from '../../spec/game-page.ts';
import { isEmpty } from '../parts/amounts.tsx';
import type { GameProps } from './actions.ts';
import type { Texts } from './languages/english.ts';
import { wordsIn } from './languages/words.ts';
import { cashOutAmount, growthPerMs, msUntil, multiplierAt } from './multiplier.ts';
import { isClimbing, type PageState } from './page-state.ts';
import { FreeSpins } from './slot-view.tsx';

/** The multiplier, large, over the curve that it draws. */
export const CrashView = (props: GameProps): VNode => {
  const flying = useFlight(props);
  const flight = askedFlight(props.state) ?? flying;
  const { round } = props.state;
  const isUp = isClimbing(props.state);
  const end = isUp || round === null ? undefined : endOf(round);
  const standing = isUp ? 'climbing' : (end?.standing ?? 'ready');
  const { texts, numbers } = wordsIn(props.state.language);
  return (
    <div class={`board crash ${standing}`}>
      <CrashCurve
        ms={end === undefined ? flight.ms : msUntil(end.multiplier)}
        standing={standing}
        showTick={(tick) => `${numbers.decimal(String(Number(tick.toFixed(1))))}×`}
      />
      <p class="multiplier" aria-hidden={isUp}>
        {numbers.decimal((end?.multiplier ?? flight.multiplier).toFixed(2))}
        <span class="times">×</span>
      </p>
      <p class="standing">{texts.flight[standing]}</p>
      <FreeSpins state={props.state} />
    </div>
  );
};

/** While the casino is asked for the money, the flight stands where it was asked. */
const askedFlight = ({ phase, askedAt }: PageState) => {
  if (phase.kind !== 'asking' || phase.action !== 'cash-out' || askedAt === null) return undefined;
  const multiplier = Number(askedAt);
  return { ms: msUntil(multiplier), multiplier };
};

type FlightState = keyof Texts['flight'];

/** Where a round ended; nothing is drawn of one whose end nobody knows. */
const endOf = (round: Round): { multiplier: number; standing: FlightState } | undefined => {
  if (round.state !== 'settled') return undefined;
  const { cashedOutAt, burstsAt } = round;
  const isLost = isEmpty(round.win);
  const multiplier = Number(isLost ? burstsAt : (cashedOutAt ?? burstsAt));
  if (!Number.isFinite(multiplier) || multiplier < 1) return undefined;
  return { multiplier, standing: isLost ? 'burst' : 'out' };
};

/** Where the round in the air stands, in step with the screen; at rest it is 1. */
const useFlight = ({ state, actions }: GameProps): { ms: number; multiplier: number } => {
  const { climbingSince } = state;
  const [now, setNow] = useState(actions.now);
  useEffect(() => {
    if (climbingSince === null) return undefined;
    let frame = requestAnimationFrame(function tick() {
      setNow(actions.now());
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [climbingSince, actions]);
  const ms = climbingSince === null ? 0 : Math.max(0, now - climbingSince);
  return { ms, multiplier: multiplierAt(ms) };
};

/** `Cash out 23.50 USD`, climbing with the round. */
export const CashOutLabel = (props: GameProps): VNode => {
  const { round, scene, language } = props.state;
  const { texts, numbers } = wordsIn(language);
  const { multiplier } = useFlight(props);
  const scale = scene?.scale ?? 0;
  const amount = cashOutAmount(round?.stake ?? '', multiplier.toFixed(2), scale);
  return (
    <>
      {texts.cashOut}
      {amount === undefined ? null : (
        <span class="would-be" aria-hidden="true">
          {numbers.amount(amount, scale)} {scene?.currency}
        </span>
      )}
    </>
  );
};

const width = 640;

const height = 300;

const margin = 16;

const samples = 48;

/** The flight so far as a curve in axes that grow with it. */
const CrashCurve = ({
  ms,
  standing,
  showTick,
}: {
  readonly ms: number;
  readonly standing: string;
  readonly showTick: (tick: number) => string;
}): VNode => {
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
