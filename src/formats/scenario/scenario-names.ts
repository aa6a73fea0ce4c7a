/** Folders in which nobody means a scenario. */
export const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** The configuration of walletproof is YAML too, and may lie beside the scenarios. */
export const isScenario = (name: string): boolean =>
  /\.ya?ml$/i.test(name) && !name.startsWith('.') && !/\.config\.ya?ml$/i.test(name);
