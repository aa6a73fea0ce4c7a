import type { VNode } from 'preact';
import type { FindingCode } from '../../spec/finding.ts';
import { findings } from '../../spec/finding.ts';
import { plural } from '../../text/quantity-text.ts';
import type { BrokenRequirement } from './stories.ts';

/** Each mistake of the agent in short, with where to look: the first screen of a failing run. */
export const MendSection = ({
  breaches,
}: {
  readonly breaches: readonly BrokenRequirement[];
}): VNode | null => {
  const list = mendingList(breaches.filter(({ requirement }) => requirement.known !== true));
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="mend">
      <h2 id="mend">What to fix</h2>
      <ol class="mend">
        {list.map((mending) => (
          <Entry key={mending.code} {...mending} />
        ))}
      </ol>
    </section>
  );
};

/** One mistake of the agent: what it means, where to look, and what it breaks. */
interface Mending {
  readonly code: FindingCode;
  readonly sentence: string;
  readonly hint: string;
  readonly requirements: readonly string[];
  /** How many stories show it. */
  readonly count: number;
}

/** What there is to mend, one entry for each mistake, the gravest first. */
const mendingList = (breaches: readonly BrokenRequirement[]): Mending[] => {
  const codes = breaches.flatMap(codesOf);
  return [...new Set(codes)].map((code) => ({
    code,
    sentence: findings[code].sentence,
    hint: findings[code].hint,
    requirements: requirementsWith(code, breaches),
    count: codes.filter((other) => other === code).length,
  }));
};

const codesOf = ({ stories }: BrokenRequirement): FindingCode[] =>
  stories.flatMap(({ findings: told }) => [...new Set(told.map(({ code }) => code))]);

const requirementsWith = (code: FindingCode, breaches: readonly BrokenRequirement[]): string[] => [
  ...new Set(
    breaches
      .filter(({ requirement }) => requirement.findings.some((finding) => finding.code === code))
      .map(({ requirement }) => requirement.id),
  ),
];

const Entry = ({ sentence, hint, code, requirements, count }: Mending): VNode => (
  <li>
    <p class="what">{sentence}</p>
    <p>{hint}</p>
    <p class="quiet">
      Breaks <RequirementLinks ids={requirements} prefix="breach" />, seen {plural(count, 'time')}{' '}
      as <code>{code}</code>.
    </p>
  </li>
);

/** Ids of requirements, each leading to where the report tells it. */
export const RequirementLinks = ({
  ids,
  prefix,
}: {
  readonly ids: readonly string[];
  readonly prefix: 'breach' | 'requirement';
}): VNode => (
  <>
    {ids.map((id, index) => (
      <span key={id}>
        {index === 0 ? '' : ', '}
        <a class="link" href={`#${prefix}-${id}`}>
          {id}
        </a>
      </span>
    ))}
  </>
);
