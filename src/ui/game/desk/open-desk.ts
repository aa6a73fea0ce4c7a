import { openingState } from '../state/opening-state.ts';
import type { PageState } from '../state/page-state.ts';
import { reduce } from '../state/reduce.ts';
import { bet } from './bet.ts';
import { cashOut } from './cash-out.ts';
import type { Desk, DeskTools } from './desk.ts';
import { nextDue } from './next-due.ts';

/** Opens the state of a page. What the page does by itself, it does from here. */
export const openDesk = (tools: DeskTools, drawer: PageState['drawer']): Desk => {
  let state = openingState(drawer);
  let takeBack = (): void => undefined;
  const desk: Desk = {
    tools,
    state: () => state,
    tell: (event) => {
      state = reduce(state, event);
      takeBack();
      takeBack = planNext(desk);
      tools.draw(state);
    },
  };
  return desk;
};

const planNext = (desk: Desk): (() => void) => {
  const due = nextDue(desk.state(), desk.tools.now());
  if (due === undefined) return () => undefined;
  return desk.tools.after(due.inMs, () => {
    void (due.kind === 'bet' ? bet(desk) : cashOut(desk, due.at));
  });
};
