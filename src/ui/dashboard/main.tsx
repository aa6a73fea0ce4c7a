import './dashboard.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { iconAddress } from '../../components/brand.tsx';
import { hearKeys } from '../parts/keys.ts';
import { currentRoute, followHash, pageTitle } from '../parts/routes.ts';
import { connectStore } from './connect-store.ts';
import { CurrentPage } from './current-page.tsx';
import { openFindings } from './findings/open-findings.ts';
import { followFindings } from './follow-findings.ts';
import { Shell } from './shell.tsx';

followHash(window);
hearKeys(window);
const later = (call: () => void, ms: number) => setTimeout(call, ms);
connectStore({ openSource: () => new EventSource('/__admin/events'), later });
followFindings(later);

effect(() => {
  document.title = pageTitle(currentRoute.value, openFindings.value.length);
});

effect(() => {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon !== null) icon.href = iconAddress(openFindings.value.length);
});

const place = document.getElementById('dashboard');
if (place !== null) {
  render(
    <Shell>
      <CurrentPage />
    </Shell>,
    place,
  );
}
