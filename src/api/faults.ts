import type { ActiveFault, FaultOrder } from '../formats/fault.ts';
import { type Route, route } from './route.ts';
import { answers, requests } from './schemas/all-schemas.ts';

export interface FaultsPort {
  list(): readonly ActiveFault[];
  add(order: FaultOrder): ActiveFault;
  /** Whether there was one of that id. */
  remove(id: string): boolean;
  clear(): void;
}

const faultsLeft = {
  status: 200,
  schema: answers.Faults,
  description: 'The faults that are still switched on.',
} as const;

/** Faults in either direction. */
export const faultRoutes = (faults: FaultsPort): readonly Route[] => [
  route('GET /faults', {
    name: 'listFaults',
    tag: 'controls',
    summary: 'List faults',
    description: 'Faults that are switched on, in either direction.',
    answer: { status: 200, schema: answers.Faults, description: 'The faults.' },
    act: () => faults.list(),
  }),
  route('POST /faults', {
    name: 'addFault',
    tag: 'controls',
    summary: 'Switch a fault on',
    description: 'A fault in the callbacks that are sent, or in the answers to operations.',
    body: requests.FaultOrder,
    answer: { status: 201, schema: answers.Fault, description: 'The fault.' },
    act: ({ body }) => faults.add(body),
  }),
  route('DELETE /faults', {
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
  route('DELETE /faults/:id', {
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
