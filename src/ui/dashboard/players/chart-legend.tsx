import type { VNode } from 'preact';

/** Which line is which. */
export const ChartLegend = (): VNode => (
  <ul class="legend">
    <li>
      <Sample name="expected" /> the ledger expects
    </li>
    <li>
      <Sample name="actual" /> the agent says
    </li>
    <li>
      <svg class="sample" width="14" height="12" aria-hidden="true">
        <path class="differs" d="M2 1l10 10m0 -10l-10 10" />
      </svg>{' '}
      they differ
    </li>
  </ul>
);

const Sample = ({ name }: { readonly name: string }): VNode => (
  <svg class="sample" width="28" height="12" aria-hidden="true">
    <path class={name} d="M0 6h28" />
  </svg>
);
