import type { ComponentChildren, VNode } from 'preact';
import { AdminRefusal } from '../call-admin.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { store } from '../store.ts';
import { Band } from './band.tsx';
import { Header } from './header.tsx';
import { Login } from './login.tsx';

/** What stands around every page. */
export const Shell = ({ children }: { readonly children: ComponentChildren }): VNode => (
  <>
    {/* No link to #page: the hash is the address of the page that is open. */}
    <button type="button" class="skip" onClick={() => document.getElementById('page')?.focus()}>
      Skip to the page
    </button>
    <Header />
    <Band />
    <main id="page" tabIndex={-1}>
      {needsToken(store.problem.value) ? (
        <Login />
      ) : (
        <>
          <ErrorNote error={store.problem.value} />
          {children}
        </>
      )}
    </main>
  </>
);

/** From another machine the platform answers to those who show the admin token. */
const needsToken = (problem: unknown): boolean =>
  problem instanceof AdminRefusal && problem.code === 'token_required';
