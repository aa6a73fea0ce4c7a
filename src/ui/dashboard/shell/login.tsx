import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field } from '../parts/field.tsx';
import { useAction } from '../parts/use-action.ts';

/** Asks for the admin token, which the platform turns into a cookie. */
export const Login = (): VNode => {
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
      <h1>From another machine</h1>
      <p>
        This platform runs elsewhere. Show the admin token, <code>admin.token</code> in its
        configuration; the token of the agent is another one.
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
