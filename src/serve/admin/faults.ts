import { answers, requests } from '../../api/schemas/all-schemas.ts';
import { type AdminRoute, route } from './route.ts';

const faultsLeft = {
  status: 200,
  schema: answers.Faults,
  description: 'The faults that are still switched on.',
} as const;

/** Faults in either direction. */
export const faultRoutes: readonly AdminRoute[] = [
  route('GET /faults', {
    name: 'listFaults',
    tag: 'controls',
    summary: 'List faults',
    description: 'Faults that are switched on, in either direction.',
    answer: { status: 200, schema: answers.Faults, description: 'The faults.' },
    act: ({ context: { faults } }) => faults.list(),
  }),
  route('POST /faults', {
    name: 'addFault',
    tag: 'controls',
    summary: 'Switch a fault on',
    description: 'A fault in the callbacks that are sent, or in the answers to operations.',
    body: requests.FaultOrder,
    answer: { status: 201, schema: answers.Fault, description: 'The fault.' },
    act: ({ context: { faults }, body }) => faults.add(body),
  }),
  route('DELETE /faults', {
    name: 'clearFaults',
    tag: 'controls',
    summary: 'Switch all faults off',
    description: 'Callbacks and answers are right again.',
    answer: faultsLeft,
    act: ({ context: { faults } }) => {
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
    act: ({ context: { faults }, params: { id = '' } }) => (faults.remove(id) ? faults.list() : undefined),
  }),
];
