import type { VNode } from 'preact';

export type Party = 'player' | 'platform' | 'agent';

/** An arrow: a message from one party to another. `lost`: it was sent, and nothing came of it. */
export interface DiagramStep {
  readonly from: Party;
  readonly to: Party;
  readonly kind: 'request' | 'answer' | 'lost';
  readonly text: string;
  /** A line of its own below the text. */
  readonly note?: string;
  /** What the verdict says of an answer. */
  readonly sign?: string;
  readonly look?: 'wrong' | 'by-player';
  /** Counts the calls, from 1; a request and its answer have the same. The player's own arrows have none. */
  readonly number?: number;
  readonly exchangeId?: string;
  /** How long the call took, beside its answer. */
  readonly took?: string;
  /** What was due instead. */
  readonly due?: string;
}

interface DiagramProps {
  readonly steps: readonly DiagramStep[];
  /** What the picture says, for whoever does not see it. */
  readonly label: string;
  /** Who has a lifeline. */
  readonly parties: 'player, platform and agent' | 'platform and agent';
}

/** Calls as arrows between lifelines. An arrow of an exchange has its id as `data-exchange`. */
export const SequenceDiagram = ({ steps, label, parties }: DiagramProps): VNode => {
  const shape = shapes[parties];
  const rows = layOutSteps(steps, shape.places);
  const bottom = (rows.at(-1)?.y ?? top) + 24;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      class="sequence"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${shape.width} ${bottom + 8}`}
      width={shape.width}
      height={bottom + 8}
    >
      <Lifelines places={shape.places} bottom={bottom} />
      <Bars rows={rows} />
      {rows.map((row, index) => (
        <Step key={`${row.step.exchangeId ?? index} ${row.step.kind}`} row={row} shape={shape} />
      ))}
    </svg>
  );
};

type Places = Readonly<Partial<Record<Party, number>>>;

interface DiagramShape {
  readonly width: number;
  /** The lifelines of those who take part. */
  readonly places: Places;
}

/** Where things are, in CSS pixels at full size. */
const shapes: Readonly<Record<DiagramProps['parties'], DiagramShape>> = {
  'player, platform and agent': {
    width: 780,
    places: { player: 70, platform: 300, agent: 700 },
  },
  'platform and agent': { width: 640, places: { platform: 96, agent: 500 } },
};

const top = 30;

/** Room that a message takes, with what is written above it. */
const room = { request: 34, answer: 30, line: 13 } as const;

/** Half the width of the bar at which a request arrives and an answer begins. */
const halfBar = 3;

/** A step and where it is drawn: a line from x1 to x2, its head or its cross at the tip. */
export interface PlacedStep {
  readonly step: DiagramStep;
  readonly y: number;
  readonly x1: number;
  readonly x2: number;
  readonly tip: number;
  /** How far the lane of its call is from the lifeline. */
  readonly shift: number;
}

/** Each message below the one before; requests reach to the lane of their call, answers begin there. */
export const layOutSteps = (steps: readonly DiagramStep[], places: Places): PlacedStep[] => {
  const lanes = lanesOf(steps);
  const widest = Math.min(9, 54 / Math.max(1, ...lanes.map((lane) => lane + 1)));
  let y = top;
  return steps.map((step, index) => {
    y += heightOf(step);
    const shift = (lanes[index] ?? 0) * widest;
    return { step, y, shift, ...lineOf(step, places, shift) };
  });
};

const heightOf = ({ kind, note, due }: DiagramStep): number =>
  room[kind === 'request' ? 'request' : 'answer'] +
  (note === undefined ? 0 : room.line) +
  (due === undefined ? 0 : room.line);

/** Calls at the same time have lanes of their own beside the lifeline of who answers; 0 for a call alone. */
const lanesOf = (steps: readonly DiagramStep[]): number[] => {
  const open = new Map<number, number>();
  return steps.map(({ kind, number }) => {
    if (number === undefined) return 0;
    if (kind === 'request') open.set(number, freeLane(new Set(open.values())));
    const lane = open.get(number) ?? 0;
    if (kind !== 'request') open.delete(number);
    return lane;
  });
};

const freeLane = (taken: ReadonlySet<number>): number => {
  let lane = 0;
  while (taken.has(lane)) lane += 1;
  return lane;
};

/** A line ends inside its head, or it would stick out of the tip. */
const insideHead = 6;

const lineOf = (
  { from, to, kind }: DiagramStep,
  places: Places,
  shift: number,
): Pick<PlacedStep, 'x1' | 'x2' | 'tip'> => {
  const { [from]: start = 0, [to]: end = 0 } = places;
  const way = end > start ? 1 : -1;
  if (kind === 'request') {
    const lane = end + shift;
    return { x1: start, x2: lane - way * (halfBar + insideHead), tip: lane - way * halfBar };
  }
  const lane = start + shift;
  const tip = kind === 'lost' ? (lane + end) / 2 : end;
  return { x1: lane + way * halfBar, x2: tip, tip };
};

/** A line for each party, with its name on top. */
const Lifelines = ({ places, bottom }: { readonly places: Places; readonly bottom: number }): VNode => (
  <g>
    {Object.entries(places).map(([name, x]) => (
      <g key={name}>
        <line class="lifeline" x1={x} x2={x} y1={26} y2={bottom} />
        <text class="party" x={x} y={16} text-anchor="middle">
          {name}
        </text>
      </g>
    ))}
  </g>
);

/** The time during which a call was being worked on. */
const Bars = ({ rows }: { readonly rows: readonly PlacedStep[] }): VNode => (
  <g>
    {rows
      .filter(({ step }) => step.kind === 'request' && step.number !== undefined)
      .map(({ step: { number, from, to }, tip, y }) => {
        const answer = rows.find(({ step }) => step.number === number && step.kind !== 'request');
        const x = toLeft(from, to) ? tip - 2 * halfBar : tip;
        const height = (answer?.y ?? y) - y;
        return <rect key={number} class="busy" x={x} y={y} width={2 * halfBar} height={height} />;
      })}
  </g>
);

const order: readonly Party[] = ['player', 'platform', 'agent'];

const toLeft = (from: Party, to: Party): boolean => order.indexOf(to) < order.indexOf(from);

const Step = ({ row, shape: { places, width } }: { readonly row: PlacedStep; readonly shape: DiagramShape }): VNode => {
  const { step, y } = row;
  const { [step.from]: from = 0, [step.to]: to = 0 } = places;
  const x = Math.min(from, to) + 12;
  const height = heightOf(step);
  return (
    <g class={classOf(step)} data-exchange={step.exchangeId}>
      <rect class="hit" x={0} y={y - height + 10} width={width} height={height} fill="none" />
      <StepNumber step={step} y={y} left={x - 17} />
      <text x={x} y={y - 6 - (step.note === undefined ? 0 : room.line)}>
        {step.text}
        {step.sign === undefined ? '' : ` ${step.sign}`}
      </text>
      {step.note === undefined ? null : (
        <text class="note" x={x} y={y - 5}>
          {step.note}
        </text>
      )}
      <Arrow row={row} />
      {step.due === undefined ? null : (
        <text class="due" x={x} y={y + room.line}>
          {step.due}
        </text>
      )}
    </g>
  );
};

const classOf = ({ kind, look }: DiagramStep): string => look ?? (kind === 'lost' ? 'lost' : 'plain');

/** The number of the call: in a circle at its request; at its answer with the time that it took. */
const StepNumber = ({
  step: { kind, number, took },
  y,
  left,
}: {
  readonly step: DiagramStep;
  readonly y: number;
  readonly left: number;
}): VNode | null =>
  number === undefined ? null : (
    <>
      {kind === 'request' ? <circle class="number" cx={14} cy={y} r={10} /> : null}
      <text class="number" x={14} y={y + 4} text-anchor="middle">
        {number}
      </text>
      {took === undefined ? null : (
        <text class="number" x={left} y={y + 4} text-anchor="end">
          {took}
        </text>
      )}
    </>
  );

/** The line of a message with its head; a cross where nothing came of it. */
const Arrow = ({ row: { step, x1, x2, tip, y } }: { readonly row: PlacedStep }): VNode => (
  <>
    <line class={step.kind === 'request' ? 'arrow' : 'arrow back'} x1={x1} x2={x2} y1={y} y2={y} />
    {step.kind === 'lost' ? (
      <path class="cross" d={`M${tip - 5} ${y - 5} l10 10 m0 -10 l-10 10`} />
    ) : (
      <path class="head" d={`M${tip} ${y} l${tip > x1 ? -7 : 7} -4 v8 z`} />
    )}
  </>
);
