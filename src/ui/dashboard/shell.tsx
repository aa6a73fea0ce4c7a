import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FindingView } from '../../api/schemas/findings.ts';
import { visibleText } from '../../base/visible-text.ts';
import { ErrorNote } from '../parts/blocks.tsx';
import { Button } from '../parts/button.tsx';
import { AdminRefusal, callAdmin } from '../parts/call-admin.ts';
import { Field } from '../parts/field.tsx';
import { useAction } from '../parts/requests.ts';
import { store } from '../parts/store.ts';
import { Composer } from './composer/composer.tsx';
import { openFindings } from './follow-findings.ts';
import { Header } from './header.tsx';
import { GlobalKeys } from './keys/keys.tsx';

/** What stands around every page. */
export const Shell = ({ children }: { readonly children: ComponentChildren }): VNode => (
  <>
    {/* No link to #page: the hash is the address of the page that is open. */}
    <button type="button" class="skip" onClick={() => document.getElementById('page')?.focus()}>
      Skip to the page
    </button>
    <Header />
    {/* Before the page, whose keys go before these. */}
    <GlobalKeys />
    <FindingAnnouncer />
    <div class="floor">
      <main id="page" tabIndex={-1}>
        {needsToken(store.problem.value) ? (
          <Login why={store.problem.value} />
        ) : (
          <>
            <ErrorNote error={store.problem.value} />
            {children}
          </>
        )}
      </main>
      <Composer />
    </div>
  </>
);

/** Who may come from another machine is answered once the admin token is shown. */
const needsToken = (problem: unknown): problem is AdminRefusal =>
  problem instanceof AdminRefusal && problem.code === 'token_required';

/** Asks for the admin token, which the platform turns into a cookie, and says why it does. */
const Login = ({ why }: { readonly why: AdminRefusal }): VNode => {
  const [token, setToken] = useState('');
  const [act, { busy, error }] = useAction();
  return (
    <form
      class="card login"
      onSubmit={(event) => {
        event.preventDefault();
        act(async () => {
          await callAdmin<void>('POST', '/login', { token });
          location.reload();
        });
      }}
    >
      <h1>The admin token</h1>
      <p>{why.message}</p>
      <p>
        It is <code>admin.token</code> in the configuration of the platform; the token of the agent is another one. On
        the machine that the platform runs on, past any proxy, none is needed.
      </p>
      <Field label="Admin token">
        <input
          type="password"
          autocomplete="current-password"
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
          required
        />
      </Field>
      <Button type="submit" look="main" disabled={busy}>
        Enter
      </Button>
      <ErrorNote error={error} />
    </form>
  );
};

/** Says to screen readers what was found since the page was opened, each once, with its sentence. */
const FindingAnnouncer = (): VNode => {
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  const [said, setSaid] = useState('');
  const findings = openFindings.value.all;
  const isRead = store.findings.value !== undefined;
  useEffect(() => {
    if (!isRead) return;
    const fresh = newcomers(findings, known.current);
    known.current = new Set(findings.map(({ id }) => id));
    if (fresh.length > 0) setSaid(announcement(fresh));
  }, [findings, isRead]);
  return (
    <p class="unseen" role="status" aria-label="New findings">
      {visibleText(said)}
    </p>
  );
};

type Told = Pick<FindingView, 'id' | 'title'>;

/** Those that were not known; none at the first reading, which tells what was there before. */
export const newcomers = <F extends Told>(
  findings: readonly F[],
  known: ReadonlySet<string> | undefined,
): readonly F[] => (known === undefined ? [] : findings.filter(({ id }) => !known.has(id)));

const announcement = (fresh: readonly Told[]): string =>
  `Found: ${fresh.map(({ title }) => title).join('. ')}.`.replaceAll('..', '.');
