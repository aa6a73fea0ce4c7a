import { expect, it } from '@jest/globals';
import type { AdminEvent } from '../../src/api/schemas/admin-event.ts';
import { createEventBus } from '../../src/serve/event-bus.ts';

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
