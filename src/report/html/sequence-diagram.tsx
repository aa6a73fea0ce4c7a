import type { VNode } from 'preact';

/*
 * The drawing that the report and the dashboard share: where the arrows of a sequence diagram are,
 * and the marks of which it is made. What is written beside them is each one's own.
 */

export type Party = 'player' | 'platform' | 'agent';

/** A message from one party to another. `lost`: it was sent, and nothing came of it. */
export interface DiagramMessage {
  readonly from: Party;
  readonly to: Party;
  readonly kind: 'request' | 'answer' | 'lost';
  /** Calls at the same time have lanes of their own beside the lifeline of who answers; 0 for a call alone. */
  readonly lane?: number;
}

/** Where things are, in CSS pixels at full size. */
export interface DiagramShape {
  readonly top: number;
  /** The lifelines of those who take part. */
  readonly places: Readonly<Partial<Record<Party, number>>>;
  /** Room that a message takes, with what is written above it. */
  readonly heights: Readonly<Record<'request' | 'answer', number>>;
  /** Half the width of the bar at which a request arrives and an answer begins. */
  readonly halfBar: number;
}

/** A message and where it is drawn: a line from x1 to x2, its head or its cross at the tip. */
export interface PlacedMessage<Message> {
  readonly message: Message;
  readonly y: number;
  readonly x1: number;
  readonly x2: number;
  readonly tip: number;
  /** How far the lane is from the lifeline. */
  readonly shift: number;
}

/** Each message below the one before; requests reach to the lane of their call, answers begin there. */
export const layOutMessages = <Message extends DiagramMessage>(
  messages: readonly Message[],
  shape: DiagramShape,
): PlacedMessage<Message>[] => {
  const step = laneStep(messages);
  let y = shape.top;
  return messages.map((message) => {
    y += shape.heights[message.kind === 'request' ? 'request' : 'answer'];
    const shift = (message.lane ?? 0) * step;
    return { message, y, shift, ...lineOf(message, shape, shift) };
  });
};

/** Room between the bars of calls at the same time. */
const widestStep = 9;
const roomForLanes = 54;

/** How far apart the lanes of simultaneous calls are. */
const laneStep = (messages: readonly DiagramMessage[]): number => {
  const lanes = Math.max(1, ...messages.map(({ lane = 0 }) => lane + 1));
  return Math.min(widestStep, roomForLanes / lanes);
};

/** A line ends inside its head, or it would stick out of the tip. */
const insideHead = 6;

const lineOf = (
  { from, to, kind }: DiagramMessage,
  { places, halfBar }: DiagramShape,
  shift: number,
): Pick<PlacedMessage<DiagramMessage>, 'x1' | 'x2' | 'tip'> => {
  const { [from]: start = 0, [to]: end = 0 } = places;
  const way = end > start ? 1 : -1;
  if (kind === 'request') {
    const lane = end + shift;
    const x2 = lane - way * (halfBar + insideHead);
    return { x1: start, x2, tip: lane - way * halfBar };
  }
  const lane = start + shift;
  const tip = kind === 'lost' ? (lane + end) / 2 : end;
  return { x1: lane + way * halfBar, x2: tip, tip };
};

/** A line for each party, with its name on top. */
export const Lifelines = ({
  places,
  bottom,
}: Pick<DiagramShape, 'places'> & { readonly bottom: number }): VNode => (
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

/** The line of a message with its head; a cross where nothing came of it. */
export const Arrow = ({
  placed: { message, x1, x2, tip, y },
}: {
  readonly placed: PlacedMessage<DiagramMessage>;
}): VNode => (
  <>
    <line
      class={message.kind === 'request' ? 'arrow' : 'arrow back'}
      x1={x1}
      x2={x2}
      y1={y}
      y2={y}
    />
    {message.kind === 'lost' ? (
      <path class="cross" d={`M${tip - 5} ${y - 5} l10 10 m0 -10 l-10 10`} />
    ) : (
      <path class="head" d={`M${tip} ${y} l${tip > x1 ? -7 : 7} -4 v8 z`} />
    )}
  </>
);
