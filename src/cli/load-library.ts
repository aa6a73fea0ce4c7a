import { readFile } from 'node:fs/promises';
import type { KnownDefect, Library } from '../report/explanation/library.ts';
import type { FindingCode } from '../spec/finding.ts';
import { shippedScenarios } from './shipped-scenarios.ts';
import { packagePath } from './tool.ts';

const agent = 'fixtures/agents/example';

/** The scenarios and defects that ship with the package. */
export const loadLibrary = async (): Promise<Library> => {
  const scenarios = await shippedScenarios();
  const { defects } = (await import(packagePath(`${agent}/defects.js`))) as {
    defects: readonly KnownDefect[];
  };
  const shownBy = JSON.parse(
    await readFile(packagePath(`${agent}/defect-findings.json`), 'utf8'),
  ) as Readonly<Record<string, readonly FindingCode[]>>;
  return { scenarios, defects, shownBy };
};
