import type { VNode } from 'preact';

/** A command to copy: selectable as it is, with a button where scripts run. Never cut. */
export const CommandBlock = ({
  label,
  command,
}: {
  readonly label: string;
  readonly command: string;
}): VNode => (
  <figure class="code command">
    <figcaption>
      {label}
      <button type="button" class="copy" data-copy hidden>
        Copy
      </button>
    </figcaption>
    <pre class="scroll">{command}</pre>
  </figure>
);
