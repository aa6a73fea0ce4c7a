import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ExchangePage, ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { groupDigits } from '../../../components/money.tsx';
import { decimalSign } from '../../parts/amounts.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { useLoaded } from '../../parts/requests.ts';
import { clockText } from '../../parts/time.tsx';
import { KnownField } from './known-field.tsx';
import { composerAnswers } from './open-composer.ts';
import type { FieldsProps, TriggerDraft } from './trigger-draft.ts';

/** Which transaction is rolled back: the newest bet of the player, unless another is chosen. */
export const RollbackFields = ({ draft, onChange }: FieldsProps): VNode => {
  const bets = useRecentBets(draft.playerId);
  const newest = bets[0];
  useEffect(() => {
    if (newest !== undefined && draft.transactionId === '') onChange(fieldsOf(newest));
  }, [newest]);
  return (
    <KnownField
      label="Transaction"
      value={draft.transactionId}
      known={bets.flatMap(({ transactionId }) => transactionId ?? [])}
      empty="one that nobody knows"
      nameOf={(id) =>
        nameOf(
          bets.find(({ transactionId }) => transactionId === id),
          id,
        )
      }
      onChange={(id) => {
        const bet = bets.find(({ transactionId }) => transactionId === id);
        onChange(bet === undefined ? { transactionId: id } : fieldsOf(bet));
      }}
    />
  );
};

/** Newest first. */
const useRecentBets = (playerId: string): readonly ExchangeRow[] => {
  const query = new URLSearchParams({ kind: 'makeBet', limit: '20' });
  if (playerId !== '') query.set('playerId', playerId);
  const loaded = useLoaded(
    (signal) => callAdmin<ExchangePage>('GET', `/exchanges?${query}`, undefined, signal),
    `${query} ${composerAnswers.value.length}`,
    'bets',
  );
  return loaded.kind === 'loaded' ? loaded.value.rows.toReversed() : [];
};

const fieldsOf = ({
  transactionId = '',
  playerId = '',
  currency = '',
  sessionId = '',
}: ExchangeRow): Partial<TriggerDraft> => ({ transactionId, playerId, currency, sessionId });

const nameOf = (bet: ExchangeRow | undefined, id: string): string => {
  if (bet === undefined) return id;
  const win = decimalSign(bet.win ?? '') === 'zero' ? '' : `, win ${groupDigits(bet.win ?? '')}`;
  return `${clockText(bet.startedAt)} bet ${groupDigits(bet.bet ?? '0')}${win} ${bet.currency ?? ''}`;
};
