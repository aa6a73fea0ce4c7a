import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { visibleText } from '../../../text/visible-text.ts';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { store } from '../store.ts';
import type { SwitchedOn } from './switched-on.ts';
import { switchedOn } from './switched-on.ts';

/** More than so many are folded. */
const mostShown = 3;

/** On every page: what is switched on, each with a way to switch it off. */
export const Band = (): VNode => {
  const on = switchedOn({
    faults: store.faults.value,
    clock: store.clock.value,
    packs: store.packs.value,
    runs: store.runs.value,
  });
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? on : on.slice(0, mostShown);
  return (
    <section class="band" aria-label="Switched on" hidden={on.length === 0}>
      <ul>
        {shown.map((thing) => (
          <Switch key={thing.key} thing={thing} />
        ))}
      </ul>
      {on.length <= mostShown ? null : (
        <Button look="plain" onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `${on.length - mostShown} more`}
        </Button>
      )}
    </section>
  );
};

const Switch = ({ thing }: { readonly thing: SwitchedOn }): VNode => {
  const [act, { busy, error }] = useAction();
  const { text, off, method, path, body } = thing;
  return (
    <li>
      <span>
        <span aria-hidden="true">●</span> {visibleText(text)}
      </span>
      <Button
        disabled={busy}
        label={`${off}: ${text}`}
        onPress={() => act(() => callAdmin<void>(method, path, body))}
      >
        {off}
      </Button>
      <ErrorNote error={error} />
    </li>
  );
};
