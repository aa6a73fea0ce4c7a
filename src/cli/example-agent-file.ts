import { packagePath } from '../formats/package-files.ts';

// The package has the example agent bundled, elsewhere: build/program.js.
const folder = 'fixtures/agents/example';

/** A file of the example agent. */
export const exampleAgentFile = (name: string): string => packagePath(`${folder}/${name}`);
