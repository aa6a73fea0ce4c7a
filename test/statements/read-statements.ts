import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** A test by its file and its names; `rows`: entries of its table that must be there. */
const testReference = z.strictObject({
  file: z.string().regex(/^test\/(?!strangers\/)[\w/.-]+\.(?:test|rest)\.tsx?$/),
  test: z.string().min(1),
  rows: z.array(z.string()).min(1).optional(),
});

/** A scenario that shows a requirement; `defect`: an agent that it finds out. */
const scenarioReference = z.strictObject({
  scenario: z.string().regex(/^scenarios\/conformance\/[\w/-]+\.yaml$/),
  requirement: z.string(),
  defect: z.string().optional(),
});

/** The record of what the specification leaves open. */
const openPointReference = z.strictObject({ open_point: z.string() });

const statement = z.strictObject({
  /** `S4-012` is of section 4. */
  id: z.string().regex(/^S[1-9]-\d\d$/),
  section: z.string(),
  /** The heading within the section. */
  part: z.string().optional(),
  about: z.enum(['platform', 'agent', 'both', 'recommendation', 'not shown']),
  /** In our own words. */
  says: z.string().regex(/^\S.*\.$/),
  shown: z.array(z.union([testReference, scenarioReference, openPointReference])).min(1),
});

/** What the specification says, statement by statement, and what shows each. */
export type Statement = z.infer<typeof statement>;
export type TestReference = z.infer<typeof testReference>;
export type ScenarioReference = z.infer<typeof scenarioReference>;
export type OpenPointReference = z.infer<typeof openPointReference>;

const file = new URL('../fixtures/statements.yaml', import.meta.url);

export const statements: readonly Statement[] = z.array(statement).parse(parse(readFileSync(file, 'utf8')));
