import type { RefObject, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { fileNameOf } from '../../../base/file-name.ts';
import { msText } from '../../../base/quantities.ts';
import { visibleLine } from '../../../base/visible-text.ts';
import { type DiagramStep, type Party, SequenceDiagram } from '../../../components/sequence-diagram.tsx';
import { callLooks } from '../../../components/verdict-mark.tsx';
import { decimalSign } from '../../parts/amounts.tsx';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { downloadText } from '../../parts/download.ts';
import { againText } from '../../parts/exchange-rows.ts';
import { Field } from '../../parts/field.tsx';
import { hrefOf } from '../../parts/routes.ts';
import { mermaidLimit, mermaidText, svgFile } from './diagram-files.ts';

const choices = [20, 100, 500] as const;

/** The sequence diagram of the last calls, to look at and to take along. */
export const DiagramView = ({
  rows,
  sessionId,
}: {
  readonly rows: readonly ExchangeRow[];
  readonly sessionId: string;
}): VNode => {
  const [most, setMost] = useState<number>(choices[0]);
  const box = useRef<HTMLDivElement>(null);
  const steps = diagramSteps(rows.slice(-most));
  const mermaid = mermaidText(steps);
  const name = fileNameOf(`session ${sessionId}`);
  useNewestInView(box, steps.length);
  useOpenedCalls(box);
  const saveSvg = (): void => {
    const svg = box.current?.querySelector('svg');
    if (svg === null || svg === undefined) return;
    const text = svgFile(new XMLSerializer().serializeToString(svg));
    downloadText({ name: `${name}.svg`, type: 'image/svg+xml', text });
  };
  return (
    <div class="diagram-view">
      <div class="row">
        <Field label="Calls">
          <select value={most} onChange={(event) => setMost(Number(event.currentTarget.value))}>
            {choices.map((count) => (
              <option key={count} value={count}>
                the last {count}
              </option>
            ))}
          </select>
        </Field>
        <Button onPress={saveSvg}>Save as SVG</Button>
        <Button onPress={() => downloadText({ name: `${name}.mmd`, type: 'text/plain', text: mermaid })}>
          Save as Mermaid
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="scroll tall" ref={box} tabIndex={0} aria-label="Sequence diagram">
        <SequenceDiagram
          parties="player, platform and agent"
          steps={steps}
          label={`Sequence of ${Math.min(most, rows.length)} calls between player, platform and agent; the same as Mermaid text below.`}
        />
      </section>
      <Mermaid text={mermaid} />
    </div>
  );
};

/** The newest call is at the bottom, and is what one looks for; whoever has scrolled away stays there. */
const useNewestInView = (box: RefObject<HTMLElement | null>, count: number): void => {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    const look = (): void => {
      if (element !== null) {
        isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 40;
      }
    };
    element?.addEventListener('scroll', look, { passive: true });
    return () => element?.removeEventListener('scroll', look);
  }, [box]);
  useLayoutEffect(() => {
    if (isAtEnd.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [box, count]);
};

/** A click on an arrow opens its exchange; the rounds have the same links, for the keyboard. */
const useOpenedCalls = (box: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const element = box.current;
    element?.addEventListener('click', openCall);
    return () => element?.removeEventListener('click', openCall);
  }, [box]);

const openCall = ({ target }: MouseEvent): void => {
  const arrow = target instanceof Element ? target.closest('[data-exchange]') : null;
  const id = arrow?.getAttribute('data-exchange') ?? undefined;
  if (id !== undefined) location.hash = hrefOf('exchanges', id);
};

const Mermaid = ({ text }: { readonly text: string }): VNode => (
  <details>
    <summary>As Mermaid text, for an issue or a README</summary>
    {text.length > mermaidLimit ? (
      <p class="note">
        Mermaid draws {mermaidLimit} characters at most, these are {text.length}: choose fewer calls.
      </p>
    ) : null}
    <CodeBlock text={text} label="Mermaid text" />
  </details>
);

/** A step and when it was, for putting all of them in order. */
interface TimedStep {
  readonly at: number;
  readonly order: number;
  readonly step: DiagramStep;
}

/** Exchanges as arrows between player, platform and agent, in the order in which they went. */
export const diagramSteps = (rows: readonly ExchangeRow[]): readonly DiagramStep[] => {
  const inOrder = rows.toSorted((one, other) => one.seq - other.seq);
  return [...inOrder.flatMap(exchangeSteps), ...playerSteps(inOrder)]
    .toSorted((one, other) => one.at - other.at || one.order - other.order)
    .map(({ step }) => step);
};

/** An order of its own for each arrow: those of one millisecond stay as they were sent. */
const exchangeSteps = (row: ExchangeRow, index: number): TimedStep[] => {
  const startedAt = Date.parse(row.startedAt);
  const [from, to]: [Party, Party] = row.direction === 'operation' ? ['agent', 'platform'] : ['platform', 'agent'];
  const number = index + 1;
  return [
    {
      at: startedAt,
      order: index * 4 + 1,
      step: { from, to, kind: 'request', text: requestText(row), exchangeId: row.id, number },
    },
    {
      at: startedAt + row.durationMs,
      order: index * 4 + 2,
      step: {
        from: to,
        to: from,
        kind: row.status === null ? 'lost' : 'answer',
        text: answerText(row),
        exchangeId: row.id,
        number,
        took: msText(row.durationMs),
        ...signOf(row),
      },
    },
  ];
};

/** A verdict that was given has a sign: never a colour alone. */
const signOf = ({ verdict = 'unjudged' }: ExchangeRow): Pick<DiagramStep, 'sign' | 'look'> =>
  verdict === 'unjudged' ? {} : { sign: callLooks[verdict].sign, ...(verdict === 'wrong' ? { look: 'wrong' } : {}) };

/**
 * What the player did that made a game send callbacks, and what the game could show of it: once
 * for a callback, its retries and the rollback that ends them. What was sent by hand has no player.
 */
const playerSteps = (inOrder: readonly ExchangeRow[]): TimedStep[] =>
  playerActionsOf(inOrder).flatMap(({ first, last }) => [
    {
      at: Date.parse(first.row.startedAt),
      order: first.index * 4,
      step: {
        ...{ from: 'player', to: 'platform', kind: 'request', look: 'by-player' },
        text: actionText(first.row),
      },
    },
    {
      at: Date.parse(last.row.startedAt) + last.row.durationMs,
      order: last.index * 4 + 3,
      step: {
        ...{ from: 'platform', to: 'player', kind: 'answer', look: 'by-player' },
        text: answerText(last.row),
      },
    },
  ]);

interface RowInOrder {
  readonly row: ExchangeRow;
  readonly index: number;
}

interface PlayerAction {
  readonly first: RowInOrder;
  readonly last: RowInOrder;
}

const playerActionsOf = (inOrder: readonly ExchangeRow[]): readonly PlayerAction[] => {
  const actions: PlayerAction[] = [];
  const latest = new Map<string, number>();
  for (const [index, row] of inOrder.entries()) {
    if (!isPlayed(row)) continue;
    const key = row.transactionId ?? `request ${row.requestId ?? row.id}`;
    const place = latest.get(key) ?? actions.length;
    const before = actions[place];
    const last = { row, index };
    if (before !== undefined && isSameDelivery(before.last.row, row)) {
      actions[place] = { first: before.first, last };
    } else {
      latest.set(key, actions.push({ first: last, last }) - 1);
    }
  }
  return actions;
};

const isPlayed = ({ origin, direction }: ExchangeRow): boolean => origin === 'game' && direction === 'callback';

/** Sent once more, or rolled back since nobody knew what came of it. */
const isSameDelivery = (before: ExchangeRow, now: ExchangeRow): boolean =>
  before.kind === now.kind || (now.kind === 'rollback' && isUnclear(before));

const isUnclear = ({ balance, error }: ExchangeRow): boolean => balance === undefined && error === undefined;

const longest = 24;

const actionText = ({ kind, bet, win, freespins }: ExchangeRow): string => {
  if (freespins !== undefined) return 'plays free spins';
  if (kind === 'getBalance') return 'asks for the balance';
  if (kind === 'rollback') return 'cancels';
  if (bet === undefined || decimalSign(bet) !== 'zero') return `bets ${visibleLine(bet ?? '', longest)}`;
  return `takes the win ${visibleLine(win ?? '', longest)}`;
};

const longestId = 28;

const longestError = 40;

/** A request in a few words: `makeBet tx_17 bet 1 win 0, attempt 2`. */
const requestText = (row: ExchangeRow): string => {
  const { kind, transactionId, bet, win, freespins } = row;
  const parts = [
    kind,
    transactionId === undefined ? '' : visibleLine(transactionId, longestId),
    bet === undefined ? '' : `bet ${visibleLine(bet, longestId)}`,
    win === undefined ? '' : `win ${visibleLine(win, longestId)}`,
    freespins === undefined ? '' : `free spin ${freespins.played} of ${freespins.total}`,
  ];
  return `${parts.filter((part) => part !== '').join(' ')}${againText(row)}`;
};

/** An answer in a few words: `balance 990.00`, `403 invalid_signature`, `no answer: timeout`. */
export const answerText = ({ status, failure, error, balance }: ExchangeRow): string => {
  if (status === null) return `no answer: ${visibleLine(failure ?? 'unknown', longestError)}`;
  if (error !== undefined) return `${status} ${visibleLine(error, longestError)}`;
  return balance === undefined ? `${status}` : `balance ${visibleLine(balance, longestId)}`;
};
