import type { VNode } from 'preact';
import type { RequirementResult, Run } from '../../spec/run.ts';

interface Observation {
  readonly requirement: RequirementResult;
  readonly messages: readonly string[];
}

const observationsOf = ({ requirements }: Run): Observation[] =>
  requirements
    .map((requirement) => {
      const notes = requirement.findings.filter(({ weight }) => weight === 'note');
      return { requirement, messages: [...new Set(notes.map(({ message }) => message))] };
    })
    .filter(({ messages }) => messages.length > 0);

/** What the agent does where the specification is silent. */
export const ObservationSection = ({ run }: { readonly run: Run }): VNode | null => {
  const observations = observationsOf(run);
  if (observations.length === 0) return null;
  return (
    <section aria-labelledby="observations">
      <h2 id="observations">Where the specification is silent</h2>
      <p class="quiet">What this agent does there. None of it counts for or against it.</p>
      <dl class="observations">
        {observations.map(({ requirement: { id, title }, messages }) => (
          <div key={id}>
            <dt>
              <a href={`#requirement-${id}`}>{id}</a> {title}
            </dt>
            {messages.map((message) => (
              <dd key={message}>{message}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
};
