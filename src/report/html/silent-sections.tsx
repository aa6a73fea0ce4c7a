import type { VNode } from 'preact';
import type { RequirementResult, Run } from '../../formats/run.ts';
import { gauntletRows, gauntletSentence } from '../gauntlet-rows.ts';

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

/** In which dialect the run signed, and what a platform of another form would run into. */
export const DialectSection = ({ run: { dialect } }: { readonly run: Run }): VNode | null => {
  if (dialect === undefined) return null;
  const { name, how, sentence, warnings } = dialect;
  return (
    <section aria-labelledby="dialect">
      <h2 id="dialect">Signatures</h2>
      <p>
        Signed as <code>{name}</code>, {how}. {sentence}
      </p>
      {warnings.length === 0 ? null : (
        <ul>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </section>
  );
};

/** Each way of the gauntlet, and whether the agent survived it. */
export const GauntletSection = ({ run: { gauntlet } }: { readonly run: Run }): VNode | null => {
  if (gauntlet === undefined) return null;
  return (
    <section aria-labelledby="gauntlet">
      <h2 id="gauntlet">Wire gauntlet</h2>
      <p>{gauntletSentence(gauntlet)}</p>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Way</th>
              <th scope="col">Survived</th>
              <th scope="col">Written with</th>
              <th scope="col">What happened</th>
            </tr>
          </thead>
          <tbody>
            {gauntletRows(gauntlet).map(({ way, survived, sentence, otherwise }) => (
              <tr key={way}>
                <td>{way}</td>
                <td>{survived}</td>
                <td>{sentence}</td>
                <td>{otherwise}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

/** What the run could not give back to the players, or was not to. */
export const ResidueSection = ({
  run: { scenarios, setup },
}: {
  readonly run: Run;
}): VNode | null => {
  const left = scenarios.flatMap(({ file, residue = [] }) =>
    residue.map((account) => ({ file, account })),
  );
  if (left.length === 0) return null;
  return (
    <section aria-labelledby="residue">
      <h2 id="residue">Left with the players</h2>
      <p class="quiet">
        {setup.ownCalls === undefined
          ? 'A run gives back what it moved. Here it could not.'
          : 'What the scenarios moved stays: nothing was sent that they do not say.'}
      </p>
      <ul>
        {left.map(({ file, account }) => (
          <li key={`${file} ${account}`}>
            {account} <span class="place">{file}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
