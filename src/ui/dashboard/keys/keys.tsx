import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { Dialog } from '../../parts/blocks.tsx';
import { areSingleKeysOn, type KeyBinding, keysInUse, setSingleKeys, useKeys } from '../../parts/keys.ts';
import { currentRoute } from '../../parts/routes.ts';
import { openComposer } from '../composer/open-composer.ts';
import { addressOf, pageLinks } from '../page-links.ts';

/** Whether the list of keys lies over the page. */
const isListOpen = signal(false);

export const showKeys = (): void => {
  isListOpen.value = true;
};

/** Goes to the search of the traffic, from any page. */
const search = (): void => {
  if (currentRoute.value.page !== 'traffic') location.hash = addressOf('traffic');
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.search-box input')?.focus());
};

const keys: readonly KeyBinding[] = [
  ...pageLinks.map(({ page, title, key }) => ({
    press: `g ${key}`,
    what: `Go to ${title}`,
    act: () => {
      location.hash = addressOf(page);
    },
  })),
  { press: 'c', what: 'Send a callback', act: () => openComposer() },
  { press: '/', what: 'Search the traffic', act: search },
  { press: 'Shift+?', what: 'Show these keys', act: showKeys },
];

/** The keys that work on every page; and a list of all that work just now, those of the page first. */
export const GlobalKeys = (): VNode => {
  useKeys(keys);
  return (
    <Dialog
      title="Keys"
      isOpen={isListOpen.value}
      onClose={() => {
        isListOpen.value = false;
      }}
    >
      <dl class="keys">
        {distinct(keysInUse.value).map(({ press, what }) => (
          <div key={press}>
            <dt>
              <KeyText press={press} />
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>
        <label class="row">
          <input
            type="checkbox"
            checked={areSingleKeysOn.value}
            onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
          />
          Keys work without Ctrl
        </label>
      </p>
    </Dialog>
  );
};

/** Of two alike the one of the page stands. */
export const distinct = (all: readonly KeyBinding[]): readonly KeyBinding[] =>
  all.filter(({ press }, index) => all.findIndex((other) => other.press === press) === index);

/** `g f`: one after the other. */
const KeyText = ({ press }: { readonly press: string }): VNode => (
  <>
    {press.split(' ').map((one, index) => (
      <span key={`${index} ${one}`}>
        {index === 0 ? null : <span class="quiet"> then </span>}
        <kbd>{keyName(one)}</kbd>
      </span>
    ))}
  </>
);

const isMac = typeof navigator === 'object' && /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** As it is printed on a keyboard. */
export const keyName = (press: string, mac = isMac): string =>
  press
    .replace('Shift+', '')
    .replace('$mod', mac ? '⌘' : 'Ctrl')
    .replaceAll('+', ' ')
    .replace('Enter', '↵')
    .replace('Escape', 'Esc')
    .replace('Arrow', '');
