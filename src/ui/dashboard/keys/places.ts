import type { ScenarioView } from '../../../api/schemas/scenarios.ts';
import { hrefOf } from '../../parts/routes.ts';
import { knownPlayers, store } from '../../parts/store.ts';
import { openComposer } from '../composer/open-composer.ts';
import { startRun } from '../conformance/run-controls.ts';
import { openFindings } from '../follow-findings.ts';
import { addressOf, pageLinks } from '../page-links.ts';

/** Somewhere to go, or something to do. */
export interface Place {
  readonly key: string;
  readonly title: string;
  readonly group: string;
  readonly go: () => void;
}

/** All that the palette finds, the most likely first. */
export const placesOf = (scenarios: readonly ScenarioView[]): readonly Place[] => [
  ...pageLinks.map(({ page, title }) => leading('page', title, addressOf(page))),
  ...actions,
  ...openFindings.value.all.map(({ id, title }) => ({
    ...leading('finding', title, hrefOf('findings')),
    key: `finding ${id}`,
    go: () => toCard(id),
  })),
  ...knownPlayers().map((id) => leading('player', id, hrefOf('players', id))),
  ...store.sessions.value.map(({ sessionId, game, playerId, currency }) =>
    leading(
      'session',
      `${game ?? 'by hand'}, ${playerId} in ${currency} (${sessionId})`,
      hrefOf('sessions', sessionId),
    ),
  ),
  ...scenarios.map(({ file, title }) => ({
    key: `scenario ${file}`,
    title: `Run “${title}” (${file})`,
    group: 'scenario',
    go: () => void startRun({ scenarios: [file] }),
  })),
];

const leading = (group: string, title: string, address: string): Place => ({
  key: `${group} ${address} ${title}`,
  title,
  group,
  go: () => {
    location.hash = address;
  },
});

const actions: readonly Place[] = [
  { title: 'Send a callback', go: () => openComposer() },
  { title: 'Run the whole suite', go: () => void startRun({}) },
].map((action) => ({ ...action, key: `action ${action.title}`, group: 'action' }));

const toCard = (id: string): void => {
  location.hash = hrefOf('findings');
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`[data-finding="${CSS.escape(id)}"]`);
    card?.focus();
    card?.scrollIntoView({ block: 'nearest' });
  });
};

const mostShown = 50;

/** Those that have every word of the text, those that begin with it first. */
export const findPlaces = (places: readonly Place[], text: string): readonly Place[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ title, group }: Place): boolean => {
    const all = `${title} ${group}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const begins = ({ title }: Place): number => (title.toLowerCase().startsWith(text.trim().toLowerCase()) ? 0 : 1);
  return places
    .filter(has)
    .toSorted((a, b) => begins(a) - begins(b))
    .slice(0, mostShown);
};
