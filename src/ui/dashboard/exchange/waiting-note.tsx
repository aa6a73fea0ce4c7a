import type { VNode } from 'preact';
import type { DeliveryView } from '../../../api/schemas/deliveries.ts';
import { plural } from '../../../base/quantities.ts';
import { nextText, waitingDeliveries, waitingNow } from './waiting.ts';

const endings: Readonly<Record<DeliveryView['then'], string>> = {
  rollback: 'then the bet is rolled back',
  later: 'then the game sends it again later',
  'given-up': 'then it is given up',
};

/** Said of a call that had no clear answer, while it waits to be sent again. */
export const WaitingNote = ({ id }: { readonly id: string }): VNode | null => {
  const delivery = waitingDeliveries.value.get(id);
  if (delivery === undefined) return null;
  const { attempt, attemptsLeft } = delivery;
  return (
    <p class="note" role="status">
      No clear answer: {nextText(delivery, waitingNow.value)}, attempt {attempt}; {plural(attemptsLeft, 'attempt')} left
      after that, {endings[delivery.then]}.
    </p>
  );
};

/** The same in a word, for a row of the list. */
export const WaitingTag = ({ id }: { readonly id: string }): VNode | null => {
  const delivery = waitingDeliveries.value.get(id);
  if (delivery === undefined) return null;
  return <span class="tag waits">{nextText(delivery, waitingNow.value)}</span>;
};
