import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly title: string;
  readonly panel: ComponentChildren;
}

/** Tabs as keyboards and screen readers know them: the arrow keys choose. Printed, all panels are there. */
export const Tabs = <Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}): VNode => {
  const id = useId();
  const shown = tabs.find(({ name }) => name === chosen) ?? tabs[0];
  const move = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
    const by = steps[event.key];
    if (by === undefined || shown === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(shown) + by + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChoose(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === shown?.name}
            aria-controls={`${id}-panel-${name}`}
            tabIndex={name === shown?.name ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ name, title, panel }) => (
        <div key={name} role="tabpanel" id={`${id}-panel-${name}`} aria-label={title} hidden={name !== shown?.name}>
          {panel}
        </div>
      ))}
    </div>
  );
};
