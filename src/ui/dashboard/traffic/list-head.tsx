import type { VNode } from 'preact';
import { gridRoles } from './grid-roles.ts';

const columns = [
  ['time', 'Time'],
  ['direction', 'Direction'],
  ['kind', 'Kind'],
  ['player', 'Player'],
  ['bet', 'Bet'],
  ['win', 'Win'],
  ['balance', 'Balance'],
  ['result', 'Answer'],
  ['duration', 'Took'],
  ['verdict', 'Verdict'],
] as const;

/** The names of the columns. */
export const ListHead = (): VNode => (
  <div {...gridRoles.row(0)} class="line head">
    {columns.map(([name, title]) => (
      <div key={name} {...gridRoles.columnheader} class={`cell ${name}`}>
        {name === 'direction' ? <span class="unseen">{title}</span> : title}
      </div>
    ))}
  </div>
);
