import type { VNode } from 'preact';
import { visibleText } from '../../../base/visible-text.ts';
import { Field, TextField } from '../../parts/field.tsx';
import { store } from '../../parts/store.ts';
import { type AgentDraft, withGame } from './agent-draft.ts';

interface AgentFieldsProps {
  readonly draft: AgentDraft;
  readonly onChange: (change: Partial<AgentDraft>) => void;
}

/** What opening and changing an agent have in common. */
export const AgentFields = ({ draft, onChange }: AgentFieldsProps): VNode => (
  <>
    <div class="fields">
      <TextField
        label="Callback URL"
        value={draft.callbackUrl}
        onChange={(callbackUrl) => onChange({ callbackUrl })}
        help="Where callbacks go. Empty: nowhere."
      />
      <TextField
        label="Dialect"
        value={draft.dialect}
        onChange={(dialect) => onChange({ dialect })}
        help="Empty: the one that the agent is found to verify."
      />
      <Field label="Players" help="One a line, with currencies: player-1:USD,EUR">
        <textarea
          rows={3}
          value={draft.players}
          spellcheck={false}
          onInput={(event) => onChange({ players: event.currentTarget.value })}
        />
      </Field>
    </div>
    <GameBoxes unavailable={draft.unavailableGames} onChange={(unavailableGames) => onChange({ unavailableGames })} />
  </>
);

interface GameBoxesProps {
  readonly unavailable: readonly number[];
  readonly onChange: (unavailable: readonly number[]) => void;
}

/** Every game of the platform, ticked where the agent may offer it. */
const GameBoxes = ({ unavailable, onChange }: GameBoxesProps): VNode => {
  const games = store.setup.value?.games ?? [];
  return (
    <fieldset class="games">
      <legend>Games that it may offer</legend>
      <p class="quiet">Any other is answered with game_not_available, and is not listed.</p>
      <div>
        {games.map(({ id, title }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={!unavailable.includes(id)}
              onChange={(event) => {
                const wanted = event.currentTarget.checked ? 'available' : 'unavailable';
                onChange(withGame(unavailable, id, wanted));
              }}
            />
            <span>
              {visibleText(title)} <span class="quiet">{id}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
