import type { VNode } from 'preact';
import type { Run } from '../../spec/run.ts';

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
