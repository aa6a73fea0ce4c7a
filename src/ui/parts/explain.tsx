import type { VNode } from 'preact';
import { visibleText } from '../../base/visible-text.ts';
import { type FindingCode, findings } from '../../spec/finding.ts';
import type { Source } from '../../spec/requirement.ts';
import { findRequirement } from '../../spec/requirements/catalogue.ts';

/** A requirement in a line; it unfolds to why it is asked, and where that is written. */
export const ExplainRequirement = ({ id }: { readonly id: string }): VNode => {
  const requirement = findRequirement(id);
  if (requirement === undefined) return <p class="id">{visibleText(id)}</p>;
  const { title, why, level, source } = requirement;
  return (
    <details class="explain">
      <summary>
        <span class="badge">{id}</span> A right agent {title}.
      </summary>
      <p>{why}</p>
      <p class="quiet">
        {level}, {sourceText(source)}
      </p>
    </details>
  );
};

const sourceText = (source: Source): string =>
  source.kind === 'specification'
    ? `section ${source.section} of the specification: “${source.sentence}”`
    : `the specification does not say it: ${source.reason}`;

/** A finding by its code; it unfolds to what it means, and where to look. */
export const ExplainFinding = ({ code }: { readonly code: FindingCode }): VNode => (
  <details class="explain">
    <summary>
      <code>{code}</code>
    </summary>
    <p>{findings[code].sentence}</p>
    <p>
      <strong>Change:</strong> {findings[code].hint}
    </p>
  </details>
);
