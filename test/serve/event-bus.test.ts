import { afterEach, expect, it, jest } from '@jest/globals';
import type { AdminEvent } from '../../src/api/schemas/admin-event.ts';
import { openMemoryJournal } from '../../src/journal/memory-journal.ts';
import { createEventBus, createJournalTail } from '../../src/serve/event-bus.ts';
import { exchangeNumber } from '../journal/sample-exchanges.ts';

const openBus = () => {
  const errors: unknown[] = [];
  return { errors, bus: createEventBus((error) => errors.push(error)) };
};

it('tells every listener until it ends', () => {
  const { bus } = openBus();
  const heard: AdminEvent[] = [];
  const hear = (event: AdminEvent): void => {
    heard.push(event);
  };
  const ends = [bus.listen(hear), bus.listen(hear)];
  bus.publish({ kind: 'reset' });
  ends[0]?.();
  ends[0]?.();
  bus.publish({ kind: 'gap' });
  expect(heard.map(({ kind }) => kind)).toEqual(['reset', 'reset', 'gap']);
  expect(bus.hasListeners()).toBe(true);
  ends[1]?.();
  expect(bus.hasListeners()).toBe(false);
});

it('tells the others where a listener throws', () => {
  const { bus, errors } = openBus();
  const heard: AdminEvent[] = [];
  bus.listen(() => {
    throw new Error('deaf');
  });
  bus.listen((event) => heard.push(event));
  bus.publish({ kind: 'reset' });
  expect(heard).toEqual([{ kind: 'reset' }]);
  expect(errors).toEqual([new Error('deaf')]);
});

const closings: (() => unknown)[] = [];

afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** A tail over a journal in memory; `told` resolves once as many events have come. */
const openTail = ({ maxExchanges = 10_000, isHeard = true } = {}) => {
  const journal = openMemoryJournal({ maxExchanges, maxBytes: 1e9 });
  const heard = { is: isHeard, asked: (): void => undefined };
  const events: AdminEvent[] = [];
  let look: () => void = () => undefined;
  const tail = createJournalTail({
    journal,
    bus: {
      publish: (event) => {
        events.push(event);
        look();
      },
      hasListeners: () => {
        heard.asked();
        return heard.is;
      },
    },
    onError: (error) => {
      throw error;
    },
  });
  closings.push(tail.close, journal.close);
  const told = async (count: number): Promise<void> =>
    await new Promise((resolve) => {
      look = () => {
        if (events.length >= count) resolve();
      };
      look();
    });
  const record = (from: number, to: number): void => {
    for (let number = from; number <= to; number += 1) {
      journal.record(exchangeNumber(number));
      tail.wake();
    }
  };
  return { journal, tail, events, told, record, heard };
};

const idsOf = (events: readonly AdminEvent[]): string[] =>
  events.map((event) => (event.kind === 'exchange' ? event.row.id : event.kind));

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `x-${from + index}`);

it('tells each exchange once and in order, from the moment that somebody listens', async () => {
  const { tail, events, told, record } = openTail();
  record(1, 3);
  tail.begin();
  record(4, 6);
  await told(3);
  record(7, 9);
  await told(6);
  expect(idsOf(events)).toEqual(numbers(4, 9));
});

it('misses nothing that comes while it reads', async () => {
  const { tail, events, told, record } = openTail();
  tail.begin();
  record(1, 1);
  await told(1);
  // The read is not over yet: its end is in the same turn's microtasks.
  record(2, 2);
  await told(2);
  expect(idsOf(events)).toEqual(numbers(1, 2));
});

it('tells a gap where there are too many, and goes on behind it', async () => {
  const { tail, events, told, record } = openTail();
  tail.begin();
  record(1, 700);
  await told(501);
  record(701, 702);
  await told(503);
  expect(idsOf(events)).toEqual([...numbers(1, 500), 'gap', ...numbers(701, 702)]);
});

it('tells a gap where the journal has forgotten some meanwhile', async () => {
  const { tail, events, told, record, journal } = openTail({ maxExchanges: 10 });
  tail.begin();
  record(1, 400);
  const { firstSeq } = journal.bounds();
  expect(firstSeq).toBeGreaterThan(1);
  await told(1 + journal.count());
  expect(idsOf(events)).toEqual(['gap', ...numbers(firstSeq, 400)]);
});

it('reads nothing while nobody listens, and begins anew with the next listener', async () => {
  const { tail, events, told, record, heard, journal } = openTail();
  tail.begin();
  record(1, 1);
  await told(1);
  heard.is = false;
  const { rows } = journal;
  let reads = 0;
  Object.assign(journal, {
    rows: (...query: Parameters<typeof rows>) => {
      reads += 1;
      return rows(...query);
    },
  });
  const asked = new Promise<void>((resolve) => {
    heard.asked = resolve;
  });
  record(2, 2);
  // The tail asks whether anybody listens before it reads.
  await asked;
  expect(reads).toBe(0);
  heard.is = true;
  tail.begin();
  record(3, 3);
  await told(2);
  expect(idsOf(events)).toEqual(['x-1', 'x-3']);
});

it('reads nothing after its end', () => {
  jest.useFakeTimers();
  try {
    const { tail } = openTail();
    tail.begin();
    tail.wake();
    expect(jest.getTimerCount()).toBe(1);
    tail.close();
    tail.wake();
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

it('goes on after a read that failed', async () => {
  const { journal, events, heard } = openTail();
  const errors: unknown[] = [];
  let look: () => void = () => undefined;
  const failed = new Promise<void>((resolve) => {
    look = resolve;
  });
  let failures = 1;
  const told = new Promise<void>((resolve) => {
    const tail = createJournalTail({
      journal: {
        ...journal,
        rows: async (query) => {
          failures -= 1;
          if (failures === 0) throw new Error('no disk');
          return await journal.rows(query);
        },
      },
      bus: {
        publish: (event) => {
          events.push(event);
          resolve();
        },
        hasListeners: () => heard.is,
      },
      onError: (error) => {
        errors.push(error);
        look();
      },
    });
    closings.push(tail.close);
    tail.begin();
    journal.record(exchangeNumber(1));
    tail.wake();
    void failed.then(tail.wake);
  });
  await told;
  expect(errors).toEqual([new Error('no disk')]);
  expect(idsOf(events)).toEqual(['x-1']);
});
