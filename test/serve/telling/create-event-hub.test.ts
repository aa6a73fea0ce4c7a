import { expect, it } from '@jest/globals';
import { createEventHub } from '../../../src/serve/event-bus.ts';
import type { AdminEvent } from '../../../src/spec/admin/admin-event.ts';

const openHub = () => {
  const errors: unknown[] = [];
  return { errors, hub: createEventHub((error) => errors.push(error)) };
};

it('tells every listener until it ends', () => {
  const { hub } = openHub();
  const heard: AdminEvent[] = [];
  const hear = (event: AdminEvent): void => {
    heard.push(event);
  };
  const ends = [hub.listen(hear), hub.listen(hear)];
  hub.tell({ kind: 'reset' });
  ends[0]?.();
  ends[0]?.();
  hub.tell({ kind: 'gap' });
  expect(heard.map(({ kind }) => kind)).toEqual(['reset', 'reset', 'gap']);
  expect(hub.isHeard()).toBe(true);
  ends[1]?.();
  expect(hub.isHeard()).toBe(false);
});

it('tells the others where a listener throws', () => {
  const { hub, errors } = openHub();
  const heard: AdminEvent[] = [];
  hub.listen(() => {
    throw new Error('deaf');
  });
  hub.listen((event) => heard.push(event));
  hub.tell({ kind: 'reset' });
  expect(heard).toEqual([{ kind: 'reset' }]);
  expect(errors).toEqual([new Error('deaf')]);
});
