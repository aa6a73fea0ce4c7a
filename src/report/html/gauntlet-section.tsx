import type { VNode } from 'preact';
import type { Run } from '../../spec/run.ts';
import { gauntletRows } from '../gauntlet-rows.ts';
import { gauntletSentence } from '../gauntlet-sentence.ts';

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
