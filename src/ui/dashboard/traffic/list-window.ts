import type { Virtualizer } from '@tanstack/virtual-core';

/** The part of the list that is drawn. */
export type ListWindow = Virtualizer<HTMLDivElement, HTMLDivElement>;
