import type { AgentHealthView } from '../api/schemas/agents.ts';
import { toInstant } from '../formats/written-time.ts';
import type { Exchange, Failure } from '../spec/exchange.ts';
import type { EventBus } from './event-bus.ts';

/** Of so many answers it is known how long they took. */
const mostTimed = 100;

const pauseMs = 500;

/** The platform has ended these itself, on purpose. */
const own: ReadonlySet<Failure> = new Set(['dropped', 'hung-up', 'cut-off', 'interrupted']);

/** Whether the agent answers its callbacks, how fast, and since when it does not. */
export class AgentHealth {
  readonly #agentId: number;
  readonly #bus: Pick<EventBus, 'publish'>;
  #answers = 0;
  #requests = 0;
  #durations: number[] = [];
  #lastAt: number | undefined;
  #silence: { readonly since: number; readonly failure: Failure; readonly message: string } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(agentId: number, bus: Pick<EventBus, 'publish'>) {
    this.#agentId = agentId;
    this.#bus = bus;
  }

  /** An exchange of any agent, live or of a run. */
  note({ direction, subject, answer, startedAt, durationMs }: Exchange): void {
    if (subject.agentId !== this.#agentId) return;
    if (direction === 'operation') {
      this.#requests += 1;
    } else if (answer.kind === 'answered') {
      this.#answers += 1;
      this.#lastAt = startedAt + durationMs;
      this.#durations = [...this.#durations.slice(1 - mostTimed), durationMs];
      this.#silence = undefined;
    } else if (!own.has(answer.failure)) {
      const { failure, message } = answer;
      this.#silence = { since: this.#silence?.since ?? startedAt, failure, message };
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#bus.publish({ kind: 'agent-health', health: this.view() });
    }, pauseMs).unref();
  }

  view(): AgentHealthView {
    const sorted = this.#durations.toSorted((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)];
    return {
      answers: this.#answers,
      requests: this.#requests,
      ...(median === undefined ? {} : { medianMs: Math.round(median * 10) / 10 }),
      ...(this.#lastAt === undefined ? {} : { lastAt: toInstant(this.#lastAt) }),
      ...(this.#silence === undefined ? {} : { silent: { ...this.#silence, since: toInstant(this.#silence.since) } }),
    };
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
