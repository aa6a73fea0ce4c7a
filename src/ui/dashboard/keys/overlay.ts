import { signal } from '@preact/signals';

/** What lies over the page: the list of keys, or the palette. */
export const overlay = signal<'keys' | 'palette' | 'none'>('none');
