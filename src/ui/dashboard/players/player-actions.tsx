import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SentByHand } from '../../../api/schemas/hand-callbacks.ts';
import type { SessionView } from '../../../api/schemas/sessions.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { useAction } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';
import { openComposer } from '../composer/open-composer.ts';
import { SentAnswers } from '../composer/sent-answers.tsx';

/** What can be done with an account: ask for its balance, open a game, send a callback by hand. */
export const PlayerActions = ({
  playerId,
  currency,
}: {
  readonly playerId: string;
  readonly currency: string;
}): VNode => {
  const [act, { busy, error }] = useAction();
  const [sent, setSent] = useState<SentByHand>();
  const ask = (): void =>
    act(async () => {
      setSent(undefined);
      const order = { type: 'getBalance', playerId, currency };
      setSent(await callAdmin<SentByHand>('POST', '/trigger', order));
    });
  return (
    <div class="actions">
      <div class="row">
        <OpenGame playerId={playerId} currency={currency} />
        <Button onPress={ask} disabled={busy} label={`Ask the balance of ${playerId} in ${currency}`}>
          Ask the balance
        </Button>
        <Button
          onPress={() => openComposer({ kind: 'callback', fields: { playerId, currency } })}
          label={`Send a callback about ${playerId} in ${currency}`}
        >
          Send a callback…
        </Button>
      </div>
      <div role="status">{sent === undefined ? null : <SentAnswers sent={sent} />}</div>
      <ErrorNote error={error} />
    </div>
  );
};

/** Opens a game for an account in a new tab; the link stays for a browser that blocks it. */
export const OpenGame = ({
  playerId,
  currency,
  look,
}: {
  readonly playerId: string;
  readonly currency: string;
  readonly look?: 'main';
}): VNode => {
  const { games: all = [], unavailableGames = [] } = store.setup.value ?? {};
  const games = all.filter(({ id }) => !unavailableGames.includes(id));
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
      <Button look={look} onPress={open} disabled={busy || gameId === undefined}>
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
