import type { Courier } from '../../callbacks/create-courier.ts';
import type { Letter } from '../../callbacks/letter.ts';
import { sendDeviating } from '../../callbacks/send-deviating.ts';
import type { CallbackDeviation } from '../../faults/callback-deviation.ts';
import { noDeviation } from '../../faults/callback-deviation.ts';
import type { SentByHand } from '../../spec/admin/views.ts';
import type { CallbackType } from '../../spec/callback.ts';
import { callbackTypes } from '../../spec/callback.ts';
import type { Dice } from '../../world/dice.ts';
import type { Waiting } from './wait-by-hand.ts';
import { waitByHand } from './wait-by-hand.ts';

export interface SendingByHand extends Waiting {
  /** How a callback of this type is sent just now. */
  readonly deviate: (type: CallbackType) => CallbackDeviation;
  readonly dice: Dice;
}

/** Sends a letter once, with the faults that are switched on. */
export const sendByHand = async (
  courier: Pick<Courier, 'send'>,
  letter: Letter,
  options: SendingByHand,
): Promise<SentByHand> => {
  const type = callbackTypes.find((each) => each === letter.kind);
  const deviation = type === undefined ? noDeviation : options.deviate(type);
  await waitByHand(deviation.delayMs, options);
  const sent = { ...letter, dropAnswer: deviation.loseAnswer, signal: options.signal };
  const signed = deviation.signature === 'wrong' ? badlySigned(sent, options.dice) : sent;
  const { exchanges } = await sendDeviating(courier, signed, deviation);
  return { exchangeIds: exchanges.map(({ id }) => id) };
};

/** Also where the bytes are those of an earlier callback. */
const badlySigned = (letter: Letter, dice: Dice): Letter => ({
  ...letter,
  headers: { ...letter.headers, 'x-signature': dice.hex(64) },
});
