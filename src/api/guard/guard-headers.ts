const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of everything here: nothing is fetched from elsewhere, and nobody frames it. */
export const guardHeaders = {
  ...common,
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': pagePolicy,
} as const;

/**
 * Headers of a report, which our own page shows in a frame. It holds what agents said, and has
 * scripts: the sandbox gives it an origin of its own, which may not call the admin API.
 */
export const reportHeaders = {
  ...common,
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': "sandbox allow-scripts allow-popups; frame-ancestors 'self'",
} as const;
