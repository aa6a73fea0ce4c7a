import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SessionView } from '../../../spec/admin/views.ts';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { store } from '../store.ts';

/** Opens a game for an account in a new tab; the link stays for a browser that blocks it. */
export const OpenGame = ({
  playerId,
  currency,
}: {
  readonly playerId: string;
  readonly currency: string;
}): VNode => {
  const games = store.setup.value?.games ?? [];
  const [chosen, setChosen] = useState<number>();
  const [act, { busy, error }] = useAction();
  const [opened, setOpened] = useState<SessionView>();
  const gameId = chosen ?? games[0]?.id;
  const open = (): void =>
    act(async () => {
      const session = await callAdmin<SessionView>('POST', '/sessions', {
        playerId,
        currency,
        gameId,
      });
      setOpened(session);
      if (session.link !== undefined) window.open(session.link, '_blank', 'noopener');
    });
  return (
    <>
      <select
        aria-label={`Game for ${playerId} in ${currency}`}
        value={gameId}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      >
        {games.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <Button look="main" onPress={open} disabled={busy || gameId === undefined}>
        Open a game
      </Button>
      {opened?.link === undefined ? null : (
        <a href={opened.link} target="_blank" rel="noopener">
          {opened.game ?? 'the game'} <span aria-hidden="true">↗</span>
        </a>
      )}
      <ErrorNote error={error} />
    </>
  );
};
