import type { CallOptions, Scenario } from '../formats/scenario/scenario.ts';
import type { Call } from '../judges/call.ts';
import type { Case } from '../judges/case.ts';
import { openCase } from '../judges/case.ts';
import type { LaunchRecord } from '../judges/requests/launch-record.ts';
import type { Callback } from '../spec/callback.ts';
import type { CallSigning, ComposedCall } from './compose-call.ts';
import type { CallbackSource, Names } from './compose-callback.ts';
import { createNames } from './compose-callback.ts';
import type { RunContext } from './run-context.ts';

/** One scenario while it is played: the judgement so far, and what later steps refer to. */
export interface Play {
  readonly context: RunContext;
  readonly scenario: Scenario;
  readonly names: Names;
  readonly signing: CallSigning;
  readonly composed: Map<string, ComposedCall>;
  readonly callbacks: Map<string, Callback>;
  readonly rounds: Map<string, string>;
  /** Every call that was sent, in the order of the answers. */
  readonly sent: Call[];
  readonly launches: LaunchRecord[];
  state: Case;
}

/** A scenario before its first call. `position`: its place in the run, which its ids carry. */
export const openPlay = (
  context: RunContext,
  scenario: Scenario,
  position: number | string,
): Play => ({
  context,
  scenario,
  names: createNames({ nonce: context.nonce, scenario: position }),
  signing: {
    agent: context.agent,
    otherToken: context.otherToken,
    players: context.players.known,
    quirks: context.quirks,
    dice: context.dice.fork(scenario.file),
  },
  composed: new Map(),
  callbacks: new Map(),
  rounds: new Map(),
  sent: [],
  launches: [],
  state: openCase({
    file: scenario.file,
    requirements: context.catalogue.filter(({ id }) => scenario.requirements.includes(id)),
    quirks: context.quirks,
  }),
});

/** What callbacks of this play are composed from, at this moment. */
export const sourceOf = ({ context, names, callbacks, rounds, state }: Play): CallbackSource => ({
  agentId: context.agent.id,
  gameId: context.gameId,
  players: context.players,
  names,
  ledger: state.ledger,
  earlier: callbacks,
  rounds,
});

/** Sends a composed call and keeps its exchange with the scenario. */
export const sendCall = async (
  play: Play,
  composed: ComposedCall,
  options: Pick<CallOptions, 'expect'>,
): Promise<Call> => {
  const exchange = await play.context.send(composed, play.scenario.file);
  const { label, line, intent } = composed;
  const call = { label, line, intent, expect: options.expect, exchange };
  play.sent.push(call);
  return call;
};

/** Ends the scenario without a verdict on what is left of it. */
export const endInconclusive = (play: Play, reason: string): void => {
  play.state = { ...play.state, ending: { kind: 'inconclusive', reason } };
};

/** A call as every step makes it when it says nothing else. */
export const plainOptions: CallOptions = {
  signature: 'valid',
  tamper: {},
  fields: {},
  without: [],
  wire: 'table',
  twice: {},
  expect: { kind: 'ledger' },
};
