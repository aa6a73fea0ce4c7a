import type { ResendOrder, SentByHand } from '../../../api/schemas/hand-callbacks.ts';
import { callAdmin } from '../../parts/call-admin.ts';

/** Sends an exchange again, in the way that is ordered; gives what came of it, judged. */
export const resend = async (exchangeId: string, order: ResendOrder): Promise<SentByHand> =>
  await post(exchangeId, 'resend', order);

/** Sends a rollback of the transaction of an exchange. */
export const rollBack = async (exchangeId: string): Promise<SentByHand> => await post(exchangeId, 'rollback');

const post = (exchangeId: string, action: 'resend' | 'rollback', order?: ResendOrder): Promise<SentByHand> =>
  callAdmin<SentByHand>('POST', `/exchanges/${encodeURIComponent(exchangeId)}/${action}`, order);
