import './dashboard.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { connectStore } from './connect-store.ts';
import { currentRoute, followHash } from './current-route.ts';
import { CurrentPage } from './shell/current-page.tsx';
import { pageTitle } from './shell/page-title.ts';
import { Shell } from './shell/shell.tsx';

followHash(window);
connectStore({
  create: () => new EventSource('/__admin/events'),
  later: (call, ms) => setTimeout(call, ms),
});

effect(() => {
  document.title = pageTitle(currentRoute.value);
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
