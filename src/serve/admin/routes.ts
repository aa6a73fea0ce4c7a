import { agentRoutes } from './agents.ts';
import { callbackRoutes } from './callbacks.ts';
import { clockRoutes } from './clock.ts';
import { exchangeRoutes } from './exchanges.ts';
import { faultRoutes } from './faults.ts';
import { findingRoutes } from './findings.ts';
import { packRoutes } from './packs.ts';
import { platformRoutes } from './platform.ts';
import type { AdminRoute } from './route.ts';
import { runRoutes } from './runs.ts';
import { scenarioRoutes } from './scenarios.ts';
import { sessionRoutes } from './sessions.ts';

/** What the admin API shows and does, a file a resource. */
export const adminRoutes: readonly AdminRoute[] = [
  ...platformRoutes,
  ...findingRoutes,
  ...exchangeRoutes,
  ...callbackRoutes,
  ...sessionRoutes,
  ...packRoutes,
  ...faultRoutes,
  ...clockRoutes,
  ...agentRoutes,
  ...runRoutes,
  ...scenarioRoutes,
];
