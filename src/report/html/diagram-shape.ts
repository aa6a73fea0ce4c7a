import type { Call } from './evidence.ts';
import type { DiagramRow } from './lay-out-calls.ts';

/** Where things are in a sequence diagram, in its own units (CSS pixels at full size). */
export const diagramShape = {
  width: 740,
  top: 30,
  number: 14,
  platform: 76,
  agent: 440,
  balance: 512,
} as const;

/** Room that an arrow takes, with what is written above it. */
export const rowHeights = { request: 40, answer: 28 } as const;

/** Room between the bars of calls at the same time. */
const widestStep = 9;
const roomForLanes = 54;

/** How far apart the lanes of simultaneous calls are. */
export const laneStep = (rows: readonly DiagramRow[]): number => {
  const lanes = Math.max(1, ...rows.map(({ lane }) => lane + 1));
  return Math.min(widestStep, roomForLanes / lanes);
};

/** The lifeline that a request or an answer starts from: `request` at who asks, `answer` at who answers. */
export const lifelineOf = ({ exchange }: Call, part: DiagramRow['part']): number =>
  (exchange.direction === 'operation') === (part === 'request')
    ? diagramShape.agent
    : diagramShape.platform;

/** What an arrow is drawn from. */
export interface ArrowProps {
  readonly call: Call;
  readonly y: number;
  /** How far the bar of the call is from its lifeline. */
  readonly shift: number;
}

/** Where the bar of a call is: on the lifeline of who answers, moved by its lane. */
export const barOf = (call: Call, shift: number): number => lifelineOf(call, 'answer') + shift;
