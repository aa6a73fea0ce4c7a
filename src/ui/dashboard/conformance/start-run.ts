import type { RunOrderOfPage } from '../../../spec/admin/orders.ts';
import type { RunView } from '../../../spec/admin/views.ts';
import { callAdmin } from '../call-admin.ts';
import { hrefOf } from '../routes.ts';

/** Starts a run and goes to its page. Throws an AdminRefusal. */
export const startRun = async (order: RunOrderOfPage): Promise<void> => {
  const { id } = await callAdmin<RunView>('POST', '/runs', order);
  location.hash = hrefOf('runs', id);
};
