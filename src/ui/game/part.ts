import type { Actions } from './desk/actions.ts';
import type { PageState } from './state/page-state.ts';

/** What a part of the page is drawn from. */
export interface Part {
  readonly state: PageState;
  readonly actions: Actions;
}
