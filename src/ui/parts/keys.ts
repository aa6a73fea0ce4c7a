import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { createKeybindingsHandler } from 'tinykeys';
import { readKept, writeKept } from './kept.ts';

/** A key that does something wherever nobody is typing. */
export interface KeyBinding {
  /** As tinykeys writes it: `c`, `g f`, `$mod+k`, `Shift+?`. */
  readonly press: string;
  /** What it does, as the list of keys tells it. */
  readonly what: string;
  readonly act: () => void;
}

/** The keys that work just now, those of the page first. */
export const keysInUse = signal<readonly KeyBinding[]>([]);

/** Has these keys work for as long as the component is there; `of` names what they depend on. */
export const useKeys = (keys: readonly KeyBinding[], of = ''): void =>
  useEffect(() => {
    keysInUse.value = [...keys, ...keysInUse.peek()];
    return () => {
      keysInUse.value = keysInUse.peek().filter((key) => !keys.includes(key));
    };
  }, [of]);

const keptAs = 'keys';

/** Whether keys without Ctrl work: who speaks to the machine, or presses by accident, turns them off. */
export const areSingleKeysOn = signal(true);

export const setSingleKeys = (isOn: boolean): void => {
  areSingleKeysOn.value = isOn;
  writeKept(keptAs, isOn ? 'on' : 'off');
};

/** Hears keys from now on. */
export const hearKeys = (window: Window): void => {
  areSingleKeysOn.value = readKept(keptAs) !== 'off';
  effect(() => {
    const keys = keysInUse.value.filter(({ press }) => areSingleKeysOn.value || isChord(press));
    const handle = createKeybindingsHandler(keyMap(keys));
    const hear = (event: KeyboardEvent): void => {
      if (!isForOthers(event)) handle(event);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  });
};

const isChord = (press: string): boolean => press.startsWith('$mod');

/** Sequences first: `g c` is no `c`. Of two alike the one of the page stands. */
export const keyMap = (keys: readonly KeyBinding[]): Readonly<Record<string, (event: KeyboardEvent) => void>> =>
  Object.fromEntries(
    [...keys]
      .reverse()
      .sort((a, b) => b.press.split(' ').length - a.press.split(' ').length)
      .map(({ press, act }) => [
        press,
        (event) => {
          if (event.defaultPrevented) return;
          event.preventDefault();
          act();
        },
      ]),
  );

/** What is typed into a field is no command, nor what is pressed in a dialog. */
const isForOthers = (event: KeyboardEvent): boolean =>
  event.repeat ||
  event.isComposing ||
  event.defaultPrevented ||
  (event.target instanceof Element &&
    (event.target.matches('[contenteditable], input, select, textarea') ||
      event.target.closest(event.key === 'Enter' ? pressable : 'dialog[open]') !== null));

/** Enter is theirs. */
const pressable = 'dialog[open], a, button, summary, [role=row], [role=option]';
