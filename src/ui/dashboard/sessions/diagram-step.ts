import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';

export const parties = ['player', 'platform', 'agent'] as const;
export type Party = (typeof parties)[number];

/** An arrow of the diagram. `lost`: it was sent, and nothing came of it. */
export interface DiagramStep {
  readonly from: Party;
  readonly to: Party;
  readonly kind: 'request' | 'answer' | 'lost';
  readonly text: string;
  /** The exchange that it is part of; the player's own arrows have none. */
  readonly row?: ExchangeRow;
  /** Counts the exchanges of the diagram, from 1. */
  readonly number?: number;
}

/** A step and when it was, for putting all of them in order. */
export interface TimedStep {
  readonly at: number;
  readonly order: number;
  readonly step: DiagramStep;
}
