import { type Route, route } from './route.ts';
import { answers, requests } from './schemas/all-schemas.ts';
import type { PackOrder, PackView } from './schemas/sessions.ts';

export interface PacksPort {
  list(): readonly PackView[];
  grant(order: PackOrder): PackView;
  remove(freespinsId: string): PackView | undefined;
}

/** Packs of free spins. */
export const packRoutes = (packs: PacksPort): readonly Route[] => [
  route('GET /packs', {
    name: 'listPacks',
    tag: 'play',
    summary: 'List packs of free spins',
    description: 'Packs that are being played, those that are finished, and those that were taken away.',
    answer: { status: 200, schema: answers.Packs, description: 'The packs.' },
    act: () => packs.list(),
  }),
  route('POST /packs', {
    name: 'grantPack',
    tag: 'play',
    summary: 'Grant free spins',
    description: 'Grants a pack of free spins, as freespins_grant does.',
    body: requests.PackOrder,
    answer: { status: 201, schema: answers.Pack, description: 'The pack.' },
    act: ({ body }) => packs.grant(body),
  }),
  route('DELETE /packs/:id', {
    name: 'removePack',
    tag: 'play',
    summary: 'Take free spins away',
    description: 'Takes a pack of free spins away, as freespins_delete does.',
    params: { id: 'Id of a pack (freespinsId).' },
    answer: { status: 200, schema: answers.Pack, description: 'The pack, deleted.' },
    missing: 'No pack has this id.',
    act: ({ params: { id = '' } }) => packs.remove(id),
  }),
];
