import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Field } from '../parts/field.tsx';
import { diagramSteps } from './diagram-steps.ts';
import { downloadText } from './download-text.ts';
import { fileNameOf } from './file-name-of.ts';
import { mermaidLimit, mermaidText } from './mermaid-text.ts';
import { SequenceDiagram } from './sequence-diagram.tsx';
import { svgFile } from './svg-file.ts';

const choices = [20, 100, 500] as const;

/** The sequence diagram of the last calls, to look at and to take along. */
export const DiagramView = ({
  rows,
  sessionId,
}: {
  readonly rows: readonly ExchangeRow[];
  readonly sessionId: string;
}): VNode => {
  const [most, setMost] = useState<number>(choices[0]);
  const box = useRef<HTMLDivElement>(null);
  const steps = diagramSteps(rows.slice(-most));
  const mermaid = mermaidText(steps);
  const name = fileNameOf(`session ${sessionId}`);
  const saveSvg = (): void => {
    const svg = box.current?.querySelector('svg');
    if (svg === null || svg === undefined) return;
    const text = svgFile(new XMLSerializer().serializeToString(svg));
    downloadText({ name: `${name}.svg`, type: 'image/svg+xml', text });
  };
  return (
    <div class="diagram-view">
      <div class="row">
        <Field label="Calls">
          <select value={most} onChange={(event) => setMost(Number(event.currentTarget.value))}>
            {choices.map((count) => (
              <option key={count} value={count}>
                the last {count}
              </option>
            ))}
          </select>
        </Field>
        <Button onPress={saveSvg}>Save as SVG</Button>
        <Button
          onPress={() => downloadText({ name: `${name}.mmd`, type: 'text/plain', text: mermaid })}
        >
          Save as Mermaid
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="scroll sequence" ref={box} tabIndex={0} aria-label="Sequence diagram">
        <SequenceDiagram steps={steps} />
      </section>
      <Mermaid text={mermaid} />
    </div>
  );
};

const Mermaid = ({ text }: { readonly text: string }): VNode => (
  <details>
    <summary>As Mermaid text, for an issue or a README</summary>
    {text.length > mermaidLimit ? (
      <p class="note">
        Mermaid draws {mermaidLimit} characters at most, these are {text.length}: choose fewer
        calls.
      </p>
    ) : null}
    <CodeBlock text={text} label="Mermaid text" />
  </details>
);
