import { scenarioJsonSchema } from './scenario-schema.ts';

/** The keys at the top of a scenario. */
export const topKeys = (): readonly string[] => keysOf(scenarioJsonSchema());

/** The keys that stand inside an action: `bet` and `win` in `makeBet`. */
export const innerKeysOf = (action: string): readonly string[] => {
  const { definitions } = scenarioJsonSchema() as { definitions?: Named };
  const step = definitions?.['step'] as { properties?: Named } | undefined;
  return keysOf(step?.properties?.[action]);
};

type Named = Readonly<Record<string, unknown>>;

/** Of a mapping, or of the mappings among which there is a choice. */
const keysOf = (schema: unknown): readonly string[] => {
  const { properties = {}, anyOf = [] } = (schema ?? {}) as {
    properties?: Named;
    anyOf?: readonly unknown[];
  };
  return [...Object.keys(properties), ...anyOf.flatMap(keysOf)];
};
