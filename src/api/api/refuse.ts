import type { Response } from 'express';
import type { AdminError } from '../../spec/admin/views.ts';

/** Answers with an error of the admin API. */
export const refuse = (response: Response, status: number, error: AdminError): void => {
  response.status(status).json(error);
};
