import type { VNode } from 'preact';
import { visibleText } from '../../base/visible-text.ts';
import { tooMuch } from '../../components/money.tsx';
import type { EarlierBreach } from '../../formats/judgement.ts';
import { hrefOf } from './routes.ts';
import { clockText } from './time.tsx';

const words = 'the breach';

/** A sentence in which `the breach` leads to it, with its time. */
export const SinceBreach = ({
  sentence,
  since,
}: {
  readonly sentence: string;
  readonly since: EarlierBreach;
}): VNode => {
  const place = sentence.indexOf(words);
  const [start, end] = place < 0 ? [sentence.length, sentence.length] : [place, place + words.length];
  return (
    <>
      {visibleText(sentence.slice(0, start))}
      <a href={hrefOf('exchanges', since.exchangeId)}>
        {words} at {clockText(since.at)}
      </a>
      {visibleText(sentence.slice(end))}
    </>
  );
};

/** What the breach left in an account, as an exchange after it says. */
export const sinceSentence = ({ difference }: EarlierBreach): string =>
  `Consistent since ${words}, still ${tooMuch(difference)}.`;
