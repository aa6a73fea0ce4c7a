import type { VNode } from 'preact';
import type { Verdict } from '../../spec/verdict.ts';

/** Chooses among the requirements; shown by the script, which is what it needs. */
export const CoverageFilter = ({ verdicts }: { readonly verdicts: readonly Verdict[] }): VNode => (
  <form class="filter" data-filter hidden>
    <label>
      Search
      <input type="search" name="text" placeholder="id, words, file" autocomplete="off" />
    </label>
    <fieldset>
      <legend>Verdict</legend>
      {verdicts.map((verdict) => (
        <label key={verdict}>
          <input type="checkbox" name="verdict" value={verdict} /> {verdict}
        </label>
      ))}
    </fieldset>
    <output class="quiet" aria-live="polite" />
  </form>
);
