import { createConfig, lintFromString } from '@redocly/openapi-core';

/** What Redocly's strictest rules complain of in an OpenAPI document. */
export const lintDocument = async (source: unknown) => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(source), config });
  return problems.map(({ ruleId, message, location }) => [
    ruleId,
    message,
    location.map(({ pointer }) => pointer).join(),
  ]);
};
