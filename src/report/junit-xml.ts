import XmlBuilder from 'fast-xml-builder';

/** How many tests there are, and how many of each outcome: attributes of a suite. */
export type JunitCounts = Readonly<Record<'@tests' | '@failures' | '@errors' | '@skipped', number>>;

/** All suites of a report; elements as fast-xml-builder takes them: attributes begin with @. */
interface JunitSuites {
  readonly name: string;
  readonly counts: JunitCounts;
  readonly durationMs: number;
  readonly suites: object | readonly object[];
}

export const junitXml = ({ name, counts, durationMs, suites }: JunitSuites): string => {
  // The schema of Jenkins' xunit plugin has no such attribute at the root.
  const { '@skipped': _, ...totals } = counts;
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': name,
      ...totals,
      '@time': junitSeconds(durationMs),
      testsuite: suites,
    },
  });
};

const builder = new XmlBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  format: true,
});

/** A duration as JUnit writes one. */
export const junitSeconds = (durationMs: number): string => (durationMs / 1000).toFixed(3);

/** An instant as JUnit writes one: without a zone. */
export const junitTime = (instant: string): string => instant.replace(/(\.\d+)?Z$/, '');
