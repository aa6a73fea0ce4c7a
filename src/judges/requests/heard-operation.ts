import type { Exchange } from '../../spec/exchange.ts';

/** One operation of the agent, with what its body says. */
export interface HeardOperation {
  readonly exchange: Exchange;
  /** The body as a JSON object; empty where it is none. */
  readonly fields: Readonly<Record<string, unknown>>;
}
