import type { AdminEvent } from '../../../src/spec/admin/admin-event.ts';
import type { Source } from '../../../src/ui/dashboard/event-source.ts';
import { openEventSource } from '../../../src/ui/dashboard/event-source.ts';

/** A source whose events a test fires. */
const createSource = () => {
  const target = new EventTarget();
  const source: Source & { readyState: number } = {
    addEventListener: target.addEventListener.bind(target) as Source['addEventListener'],
    close: () => undefined,
    readyState: 1,
  };
  return {
    source,
    fire: (name: string, data = '') => target.dispatchEvent(new MessageEvent(name, { data })),
  };
};

const open = () => {
  const sources: ReturnType<typeof createSource>[] = [];
  const told: (readonly AdminEvent[])[] = [];
  const states: string[] = [];
  const waiting: (() => void)[] = [];
  openEventSource(
    {
      open: () => states.push('open'),
      lost: () => states.push('lost'),
      hear: (events) => told.push(events),
    },
    {
      create: () => {
        const made = createSource();
        sources.push(made);
        return made.source;
      },
      later: (call) => waiting.push(call),
    },
  );
  return { sources, told, states, waiting };
};

test('a message is a list of events', () => {
  const { sources, told } = open();
  sources[0]?.fire('message', '[{"kind":"reset"}]');
  expect(told).toEqual([[{ kind: 'reset' }]]);
});

test.each(['{"kind":"reset"}', '[{"kind":', ''])('the message %j is a gap', (data) => {
  const { sources, told } = open();
  sources[0]?.fire('message', data);
  expect(told).toEqual([[{ kind: 'gap' }]]);
});

test('a connection that the browser opens again by itself is left to it', () => {
  const { sources, states, waiting } = open();
  sources[0]?.fire('error');
  expect(states).toEqual(['lost']);
  expect(waiting).toHaveLength(0);
});

test('a connection that the browser gives up is opened again', () => {
  const { sources, states, waiting } = open();
  const [first] = sources;
  if (first !== undefined) first.source.readyState = 2;
  first?.fire('error');
  waiting[0]?.();
  sources[1]?.fire('open');
  expect(states).toEqual(['lost', 'open']);
});
