import type { VNode } from 'preact';
import { Dialog } from '../../parts/blocks.tsx';
import { areSingleKeysOn, type KeyBinding, keysInUse, setSingleKeys } from '../../parts/keys.ts';

interface OverlayProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** All keys that work just now, those of the page first; and a switch for those that are one letter. */
export const KeyList = ({ isOpen, onClose }: OverlayProps): VNode => (
  <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
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

/** Of two alike the one of the page stands. */
export const distinct = (keys: readonly KeyBinding[]): readonly KeyBinding[] =>
  keys.filter(({ press }, index) => keys.findIndex((other) => other.press === press) === index);

const isMac = typeof navigator === 'object' && /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** `g f`: one after the other; `Ctrl K`: both together. */
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

/** As it is printed on a keyboard. */
export const keyName = (press: string, mac = isMac): string =>
  press
    .replace('Shift+', '')
    .replace('$mod', mac ? '⌘' : 'Ctrl')
    .replaceAll('+', ' ')
    .replace('Enter', '↵')
    .replace('Escape', 'Esc')
    .replace('Arrow', '');
