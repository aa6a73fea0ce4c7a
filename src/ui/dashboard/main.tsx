import './dashboard.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { iconAddress } from '../../components/brand.tsx';
import { hearKeys } from '../parts/keys.ts';
import { currentRoute, followHash, pageTitle } from '../parts/routes.ts';
import { store } from '../parts/store.ts';
import { runUnderWay } from './conformance/run-controls.ts';
import { connectStore } from './connect-store.ts';
import { CurrentPage } from './current-page.tsx';
import { followFindings, openFindings } from './follow-findings.ts';
import { Shell } from './shell.tsx';

followHash(window);
hearKeys(window);
const later = (call: () => void, ms: number) => setTimeout(call, ms);
connectStore({ openSource: () => new EventSource('/__admin/events'), later });
followFindings(later);

effect(() => {
  document.title = pageTitle(currentRoute.value, openFindings.value.fix.length);
});

effect(() => {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const isSilent = store.health.value.silent !== undefined;
  const wrong = openFindings.value.fix.length;
  const badge = isSilent ? 'silent' : wrong === 0 && runUnderWay() !== undefined ? 'running' : wrong;
  if (icon !== null) icon.href = iconAddress(badge);
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
