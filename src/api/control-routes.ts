import type { AdminPorts } from './admin-ports.ts';
import type { Route } from './route.ts';
import { jsonRoute } from './route.ts';
import type { Checked } from './schemas/all-schemas.ts';

const faultsLeft = {
  status: 200,
  schema: 'Faults',
  description: 'The faults that are still switched on.',
} as const;
const clockAnswer = { status: 200, schema: 'Clock', description: 'The time.' } as const;

/** Faults and the clock. */
export const controlRoutes: readonly Route[] = [
  jsonRoute({
    ...{ method: 'get', path: '/faults', name: 'listFaults', tag: 'controls' },
    summary: 'List faults',
    description: 'Faults that are switched on, in either direction.',
    answer: { status: 200, schema: 'Faults', description: 'The faults.' },
    act: ({ ports }) => ports.faults.list(),
  }),
  jsonRoute<'FaultOrder'>({
    ...{ method: 'post', path: '/faults', name: 'addFault', tag: 'controls' },
    summary: 'Switch a fault on',
    description: 'A fault in the callbacks that are sent, or in the answers to operations.',
    body: 'FaultOrder',
    answer: { status: 201, schema: 'Fault', description: 'The fault.' },
    act: ({ ports, body }) => ports.faults.add(body),
  }),
  jsonRoute({
    ...{ method: 'delete', path: '/faults', name: 'clearFaults', tag: 'controls' },
    summary: 'Switch all faults off',
    description: 'Callbacks and answers are right again.',
    answer: faultsLeft,
    act: ({ ports }) => {
      ports.faults.clear();
      return ports.faults.list();
    },
  }),
  jsonRoute({
    ...{ method: 'delete', path: '/faults/:id', name: 'removeFault', tag: 'controls' },
    summary: 'Switch a fault off',
    description: 'The other faults stay.',
    params: { id: 'Id of a fault.' },
    answer: faultsLeft,
    missing: 'No fault with this id is switched on.',
    act: ({ ports, params: { id = '' } }) =>
      ports.faults.remove(id) ? ports.faults.list() : undefined,
  }),
  jsonRoute({
    ...{ method: 'get', path: '/clock', name: 'getClock', tag: 'controls' },
    summary: 'Tell the time',
    description: "The platform's time, and how far it is from the system's.",
    answer: clockAnswer,
    act: ({ ports }) => ports.clock.view(),
  }),
  jsonRoute<'ClockOrder'>({
    ...{ method: 'post', path: '/clock', name: 'setClock', tag: 'controls' },
    summary: 'Move the time',
    description: 'Sessions expire and timestamps become stale as if that time had come.',
    body: 'ClockOrder',
    answer: clockAnswer,
    act: ({ ports: { clock }, body }) => clock.shift(shiftOf(clock, body)),
  }),
];

const shiftOf = (clock: AdminPorts['clock'], { shiftMs, now }: Checked<'ClockOrder'>): number => {
  if (now === undefined) return shiftMs ?? 0;
  const view = clock.view();
  const systemTime = Date.parse(view.now) - view.shiftMs;
  return Date.parse(now) - systemTime;
};
