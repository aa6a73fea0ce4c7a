import './dashboard.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { currentRoute, followHash, pageTitle } from '../parts/routes.ts';
import { connectStore } from './connect-store.ts';
import { CurrentPage } from './current-page.tsx';
import { Shell } from './shell.tsx';

followHash(window);
connectStore({
  openSource: () => new EventSource('/__admin/events'),
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
