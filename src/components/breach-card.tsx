import type { ComponentChildren, VNode } from 'preact';
import { visibleText } from '../base/visible-text.ts';
import { type BreachView, isGrave } from './breach-view.ts';
import { CallDiagram } from './call-diagram.tsx';
import { CallTable, type HrefOfCall } from './call-table.tsx';
import { amountsIn, groupDigits } from './money.tsx';
import { isOnTimeLine, TimeLine } from './time-line.tsx';

interface BreachCardProps {
  readonly breach: BreachView;
  /** The id of the element: what leads to the card. */
  readonly id: string;
  /** The address of an exchange; calls are no links where there is none. */
  readonly hrefOfCall?: HrefOfCall | undefined;
  /** The level of its title; h3 when absent. */
  readonly level?: 'h2' | 'h3';
  /** How often and since when; stands opposite the title. */
  readonly aside?: ComponentChildren;
  /** Buttons; they stand below the calls. */
  readonly children?: ComponentChildren;
  /** Further `<details>`, after the diagram and what is broken. */
  readonly more?: ComponentChildren;
}

/** A breach: what is wrong in one sentence, the calls, the arithmetic, the likely cause, the change. */
export const BreachCard = ({ breach, id, level: Title = 'h3', aside, children, ...others }: BreachCardProps): VNode => (
  <article class={`card breach ${lookOf(breach)}`} id={id} aria-labelledby={`${id}-title`}>
    <header>
      <Badges requirements={breach.requirements} />
      <Title id={`${id}-title`} class="title">
        {visibleText(breach.title)}
      </Title>
      {aside === undefined ? null : <p class="aside quiet">{aside}</p>}
    </header>
    <Told breach={breach} hrefOfCall={others.hrefOfCall}>
      {children}
    </Told>
    <div class="more">
      {breach.calls.length === 0 ? null : <Diagram calls={breach.calls} />}
      <Broken breach={breach} />
      {others.more}
    </div>
  </article>
);

/** What only a should asks for, or what is a risk, is doubtful; what is known is neither. */
const lookOf = (breach: BreachView): string => {
  if (breach.known !== undefined) return 'known';
  return isGrave(breach) ? 'breach' : 'risk';
};

const mostBadges = 4;

/** The requirements that it breaks, by their ids. */
export const Badges = ({ requirements }: Pick<BreachView, 'requirements'>): VNode => {
  const more = requirements.length - mostBadges;
  return (
    <p class="ids">
      {requirements.slice(0, mostBadges).map(({ id, title }) => (
        <span key={id} class="badge" title={visibleText(title)}>
          {visibleText(id)}
        </span>
      ))}
      {more > 0 ? <span class="quiet">and {more} more</span> : null}
    </p>
  );
};

/** The evidence on one side, the reasons on the other: the card without its title. */
const Told = ({ breach, hrefOfCall, children }: Pick<BreachCardProps, 'breach' | 'hrefOfCall' | 'children'>): VNode => (
  <>
    <div class="evidence">
      <CallTable {...breach} hrefOfCall={hrefOfCall} />
      {isOnTimeLine(breach.calls) ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <div class="scroll" tabIndex={0}>
          <TimeLine calls={breach.calls} sentence={visibleText(breach.message)} />
        </div>
      ) : null}
      {children}
    </div>
    <div class="reasons">
      {isShownByNumbers(breach) ? null : <p class="message">{amountsIn(visibleText(breach.message))}</p>}
      <Terms breach={breach} />
      {breach.arithmetic === undefined ? null : <Arithmetic text={breach.arithmetic} />}
      {breach.cause === undefined ? null : <p>{amountsIn(visibleText(breach.cause))}</p>}
      <p class="change">
        <strong>Change:</strong> {visibleText(breach.change)}
      </p>
      {breach.known === undefined ? null : <p class="quiet">Known: {visibleText(breach.known)}</p>}
    </div>
  </>
);

/** Whether the table says what was due where, and the arithmetic the rest. */
const isShownByNumbers = ({ calls, arithmetic }: BreachView): boolean =>
  arithmetic !== undefined && isDueInTable(calls) && !isOnTimeLine(calls);

const isDueInTable = (calls: BreachView['calls']): boolean =>
  calls.some(({ isWrong, due }) => isWrong && due !== undefined);

/** What was due and what came, where no call of the table says it. */
const Terms = ({ breach: { expected, actual, calls, arithmetic } }: { breach: BreachView }) =>
  expected === undefined || arithmetic !== undefined || isDueInTable(calls) ? null : (
    <p class="terms">
      Due: <span class="value">{visibleText(expected)}</span>
      {actual === undefined ? null : (
        <>
          , came: <span class="value wrong">{visibleText(actual)}</span>
        </>
      )}
    </p>
  );

const parts = /^(\S+) = (\S+) ([+-]) (\S+)$/;

/** What was said, as what was due and what is wrong about it. */
export const Arithmetic = ({ text }: { readonly text: string }): VNode => {
  const [, said = '', due = '', sign = '', off = ''] = parts.exec(text) ?? [];
  return (
    <p class="arithmetic">
      {said === '' ? (
        visibleText(text)
      ) : (
        <>
          {groupDigits(said)} = {groupDigits(due)}{' '}
          <strong>
            {sign === '-' ? '−' : sign} {groupDigits(off)}
          </strong>
        </>
      )}
    </p>
  );
};

const Diagram = ({ calls }: Pick<BreachView, 'calls'>): VNode => (
  <details class="told">
    <summary>Sequence diagram</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
    <div class="scroll" tabIndex={0}>
      <CallDiagram calls={calls} />
    </div>
  </details>
);

/** The requirements that it breaks, with the sentences that they rest on; and why it matters. */
const Broken = ({ breach: { requirements, why } }: { readonly breach: BreachView }) => (
  <details class="told">
    <summary>What it breaks</summary>
    <ul class="broken">
      {requirements.map(({ id, level, title, source, sentence }) => (
        <li key={id}>
          <strong class="id">{visibleText(id)}</strong> The agent {visibleText(title)}.{' '}
          <span class="quiet">
            {level}, {visibleText(source)}
          </span>
          {sentence === undefined ? null : <blockquote>The specification: “{visibleText(sentence)}”</blockquote>}
        </li>
      ))}
    </ul>
    {why === undefined ? null : <p>{visibleText(why)}</p>}
  </details>
);
