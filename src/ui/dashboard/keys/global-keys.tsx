import type { VNode } from 'preact';
import { type KeyBinding, useKeys } from '../../parts/keys.ts';
import { currentRoute } from '../../parts/routes.ts';
import { openComposer } from '../composer/open-composer.ts';
import { addressOf, pageLinks } from '../page-links.ts';
import { KeyList } from './key-list.tsx';
import { overlay } from './overlay.ts';

/** The browser tells late that a dialog is closed: the other may be open by then. */
const close = (which: 'keys' | 'palette') => (): void => {
  if (overlay.value === which) overlay.value = 'none';
};

const pageKeys: readonly KeyBinding[] = pageLinks.map(({ page, title, key }) => ({
  press: `g ${key}`,
  what: `Go to ${title}`,
  act: () => {
    location.hash = addressOf(page);
  },
}));

/** Goes to the search of the traffic, from any page. */
const search = (): void => {
  const isThere = currentRoute.value.page === 'traffic';
  if (!isThere) location.hash = addressOf('traffic');
  requestAnimationFrame(() => document.querySelector<HTMLElement>('#page input[type=search]')?.focus());
};

const keys: readonly KeyBinding[] = [
  ...pageKeys,
  { press: 'c', what: 'Send a callback', act: () => openComposer() },
  { press: '/', what: 'Search the traffic', act: search },
  {
    press: 'Shift+?',
    what: 'Show these keys',
    act: () => {
      overlay.value = 'keys';
    },
  },
];

/** The keys that work on every page, and what they open. */
export const GlobalKeys = (): VNode => {
  useKeys(keys);
  return (
    <>
      <KeyList isOpen={overlay.value === 'keys'} onClose={close('keys')} />
    </>
  );
};
