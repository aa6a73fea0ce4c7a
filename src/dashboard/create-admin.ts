import type { Router } from 'express';
import express from 'express';

export interface AdminOptions {
  readonly version: string;
  /** Unix milliseconds since which the platform runs. */
  readonly startedAt: number;
  /** How many exchanges the journal has. */
  readonly exchangeCount: () => number;
}

/** `/__admin`: whether the platform is there, for scripts that wait for it. */
export const createAdmin = ({ version, startedAt, exchangeCount }: AdminOptions): Router => {
  const router = express.Router();
  router.get('/__admin/health', (_request, response) => {
    const body = {
      status: 'ok',
      version,
      started_at: new Date(startedAt).toISOString(),
      exchanges: exchangeCount(),
    };
    response.status(200).json(body);
  });
  return router;
};
