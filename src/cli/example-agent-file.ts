import { packagePath } from '../formats/package-files.ts';

/** A file of the example agent as it is built: build/program.js. */
export const exampleAgentFile = (name: string): string => packagePath(`dist/bundle/agent/${name}`);
