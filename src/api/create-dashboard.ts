import type { Router } from 'express';
import express from 'express';
import type { AdminAccess } from '../formats/configuration.ts';
import type { AdminPorts } from './create-admin-api.ts';
import { createAdminApi } from './create-admin-api.ts';
import { createJsonText } from './create-json-text.ts';
import type { Schedule } from './event-messages.ts';
import { systemSchedule } from './event-messages.ts';
import { createEventStream } from './event-stream.ts';
import { createGuard, createKeyring } from './guard.ts';
import { createPageFiles } from './page-files.ts';

export interface DashboardOptions {
  readonly ports: AdminPorts;
  readonly version: string;
  /** Unix milliseconds since which the platform runs. */
  readonly startedAt: number;
  readonly admin: AdminAccess;
  /** Tokens of agents: asterisks stand for them in every answer. */
  readonly secrets?: readonly string[];
  /** Told about every exception that a request caused. */
  readonly onError: (error: unknown) => void;
  readonly schedule?: Schedule;
}

/** The window to the platform. */
export interface Dashboard {
  /** Answers `/`, `/__dashboard/…` and `/__admin/…`, and nothing else. */
  readonly router: Router;
  /** Ends the streams of events. */
  close(): void;
}

/** The dashboard: a guard, the admin API behind it, and the page. */
export const createDashboard = (options: DashboardOptions): Dashboard => {
  const { ports, version, admin, startedAt, onError } = options;
  const { schedule = systemSchedule, secrets = [] } = options;
  const jsonText = createJsonText(secrets);
  const keyring = admin.token === undefined ? undefined : createKeyring(admin.token);
  const epoch = Math.trunc(startedAt);
  const events = createEventStream({ listen: ports.listen, jsonText, schedule, onError, epoch });
  const router = express.Router();
  const guard = createGuard(admin);
  router.use(['/__admin', '/__dashboard'], guard).get('/', guard);
  const api = { ports, version, startedAt, events, keyring, jsonText, onError };
  router.use('/__admin', createAdminApi(api));
  router.use(createPageFiles());
  return { router, close: events.close };
};
