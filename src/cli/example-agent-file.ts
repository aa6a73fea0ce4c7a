import { packagePath } from '../formats/package-files.ts';

/** The package has the example agent in dist: build/program.js. */
const folder = import.meta.url.endsWith('.ts') ? 'fixtures/agents/example' : 'dist/bundle/agent';

/** A file of the example agent. */
export const exampleAgentFile = (name: string): string => packagePath(`${folder}/${name}`);
