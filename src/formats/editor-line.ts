/** The files whose keys an editor completes. */
export type EditedFile = 'scenario' | 'configuration' | 'baseline' | 'mix';

/**
 * The first line of a YAML file, by which editors complete and check it. `schemas`: where the schemas
 * are seen from the file's folder, such as `node_modules/walletproof/docs`.
 */
export const editorLine = (file: EditedFile, schemas = './node_modules/walletproof/docs'): string =>
  `# yaml-language-server: $schema=${schemas}/${file}.schema.json`;
