import type { AdminError } from '../../spec/admin/views.ts';

/** Ends a request of the admin API with an error; caught where requests are answered. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: AdminError;

  constructor(status: number, body: AdminError) {
    super(body.message);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
  }
}
