import type { ActiveFault, FaultOrder } from '../formats/fault.ts';
import { get, post, type Route, remove } from './route.ts';

export interface FaultsPort {
  list(): readonly ActiveFault[];
  add(order: FaultOrder): ActiveFault;
  /** Whether there was one of that id. */
  remove(id: string): boolean;
  clear(): void;
}

const faultsLeft = {
  status: 200,
  schema: 'Faults',
  description: 'The faults that are still switched on.',
} as const;

/** Faults in either direction. */
export const faultRoutes = (faults: FaultsPort): readonly Route[] => [
  get('/faults', {
    name: 'listFaults',
    tag: 'controls',
    summary: 'List faults',
    description: 'Faults that are switched on, in either direction.',
    answer: { status: 200, schema: 'Faults', description: 'The faults.' },
    act: () => faults.list(),
  }),
  post('/faults', {
    name: 'addFault',
    tag: 'controls',
    summary: 'Switch a fault on',
    description: 'A fault in the callbacks that are sent, or in the answers to operations.',
    body: 'FaultOrder',
    answer: { status: 201, schema: 'Fault', description: 'The fault.' },
    act: ({ body }) => faults.add(body),
  }),
  remove('/faults', {
    name: 'clearFaults',
    tag: 'controls',
    summary: 'Switch all faults off',
    description: 'Callbacks and answers are right again.',
    answer: faultsLeft,
    act: () => {
      faults.clear();
      return faults.list();
    },
  }),
  remove('/faults/:id', {
    name: 'removeFault',
    tag: 'controls',
    summary: 'Switch a fault off',
    description: 'The other faults stay.',
    params: { id: 'Id of a fault.' },
    answer: faultsLeft,
    missing: 'No fault with this id is switched on.',
    act: ({ params: { id = '' } }) => (faults.remove(id) ? faults.list() : undefined),
  }),
];
