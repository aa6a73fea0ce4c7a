import type { RequestHandler } from 'express';
import type { Dashboard, DashboardOptions } from '../api/create-dashboard.ts';
import type { Context } from './context.ts';

/** The dashboard and the admin API, loaded with the first request for them: with all their schemas they are a fifth of a start. */
export interface LateDashboard {
  readonly router: RequestHandler;
  /** Ends the streams of events. */
  close(): void;
}

interface LateDashboardOptions extends Omit<DashboardOptions<Context>, 'routes'> {
  /** What else has to be loaded before a page is answered. */
  readonly ready: () => Promise<void>;
}

/** Passes on what is not for it. */
export const createLateDashboard = ({ ready, ...options }: LateDashboardOptions): LateDashboard => {
  let loading: Promise<Dashboard> | undefined;
  let isClosed = false;
  const load = async (): Promise<Dashboard> => {
    const { createDashboard } = await import('../api/create-dashboard.ts');
    await ready();
    const { adminRoutes: routes } = await import('./admin/routes.ts');
    const dashboard = createDashboard({ ...options, routes });
    if (isClosed) dashboard.close();
    return dashboard;
  };
  return {
    router: async (request, response, next) => {
      if (!isForIt(request.path)) return next();
      loading ??= load();
      (await loading).router(request, response, next);
    },
    close: () => {
      isClosed = true;
      void loading?.then((dashboard) => dashboard.close());
    },
  };
};

/** Express tells paths apart without regard to case. */
const isForIt = (path: string): boolean => path === '/' || /^\/__(?:admin|dashboard)(?:\/|$)/i.test(path);
