import type { VNode } from 'preact';
import type { Run } from '../../spec/run.ts';

/** What the run could not give back to the players. */
export const ResidueSection = ({ run: { scenarios } }: { readonly run: Run }): VNode | null => {
  const left = scenarios.flatMap(({ file, residue = [] }) =>
    residue.map((account) => ({ file, account })),
  );
  if (left.length === 0) return null;
  return (
    <section aria-labelledby="residue">
      <h2 id="residue">Left with the players</h2>
      <p class="quiet">A run gives back what it moved. Here it could not.</p>
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
