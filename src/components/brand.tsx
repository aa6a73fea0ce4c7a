import type { VNode } from 'preact';

/** The mark: a wallet that was checked; its clasp is a coin. Decoration: the name stands beside it. */
export const Brand = ({ size = 24 }: { readonly size?: number }): VNode => (
  <svg class="brand" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <rect class="wallet" x="1" y="4" width="28" height="24" rx="7" />
    <path class="check" d="M7 16.2l4.8 4.8 8.2-9.4" />
    <rect class="clasp" x="21" y="14.5" width="11" height="8" rx="4" />
  </svg>
);

/** What stands in the corner of the icon: how much is wrong, that the agent is silent, or that a run is under way. */
export type IconBadge = number | 'silent' | 'running';

const badges = { silent: ['#c81e1e', '!'], running: ['#3d46d8', '▸'] } as const;

/**
 * The icon of a browser's tab, as the address of a picture; its corner is empty at 0. Colours are constants: a tab
 * knows no style sheet.
 */
export const iconAddress = (badge: IconBadge): string => {
  const [colour, sign] = typeof badge === 'number' ? ['#c81e1e', badge > 9 ? '9+' : badge] : badges[badge];
  const corner =
    badge === 0
      ? ''
      : `<circle cx="23" cy="9" r="9" fill="${colour}"/><text x="23" y="13.5" font-family="sans-serif" font-size="13" font-weight="700" text-anchor="middle" fill="#fff">${sign}</text>`;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="1" y="4" width="28" height="24" rx="7" fill="#3d46d8"/><path d="M7 16.2l4.8 4.8 8.2-9.4" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/><rect x="21" y="14.5" width="11" height="8" rx="4" fill="#19b8a6"/>${corner}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
};
