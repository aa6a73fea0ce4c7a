import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ExchangePage, ExchangeRow } from '../../../api/schemas/exchanges.ts';
import { fileNameOf } from '../../../base/file-name.ts';
import { msText } from '../../../base/quantities.ts';
import { visibleLine } from '../../../base/visible-text.ts';
import { type DiagramStep, type Party, SequenceDiagram } from '../../../components/sequence-diagram.tsx';
import { callLooks } from '../../../components/verdict-mark.tsx';
import { decimalSign } from '../../parts/amounts.tsx';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { downloadText } from '../../parts/download.ts';
import { againText } from '../../parts/exchange-rows.ts';
import { SelectField } from '../../parts/field.tsx';
import { useLoaded } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store, subscribeToEvents } from '../../parts/store.ts';

const choices = ['20', '100', '500'];

/** The sequence diagram of the last calls of a session, to look at and to take along. */
export const Diagram = ({ sessionId }: { readonly sessionId: string }): VNode => {
  const [most, setMost] = useState('20');
  const loaded = useLastCalls(sessionId, most);
  const box = useRef<HTMLDivElement>(null);
  const rows = loaded.kind === 'loaded' ? loaded.value.rows : [];
  const steps = diagramSteps(rows);
  const mermaid = mermaidText(steps);
  const name = fileNameOf(`session ${sessionId}`);
  const saveSvg = (): void => {
    const svg = box.current?.querySelector('svg');
    if (svg === null || svg === undefined) return;
    const text = svgFile(new XMLSerializer().serializeToString(svg));
    downloadText({ name: `${name}.svg`, type: 'image/svg+xml', text });
  };
  return (
    <div class="diagram">
      <div class="row">
        <SelectField
          label="Calls"
          value={most}
          options={choices}
          onChange={setMost}
          nameOf={(count) => `the last ${count}`}
        />
        <Button onPress={saveSvg}>Save as SVG</Button>
        <Button onPress={() => downloadText({ name: `${name}.mmd`, type: 'text/plain', text: mermaid })}>
          Save as Mermaid
        </Button>
      </div>
      <ErrorNote error={loaded.kind === 'failed' ? loaded.error : undefined} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on an arrow opens its call, and the list has the same links */}
      <section class="scroll tall" ref={box} tabIndex={0} aria-label="Sequence diagram" onClick={openCall}>
        <SequenceDiagram
          parties="player, platform and agent"
          steps={steps}
          label={`Sequence of ${rows.length} calls between player, platform and agent; the list has the same.`}
        />
      </section>
      {mermaid.length > mermaidLimit ? (
        <p class="note">
          Mermaid draws {mermaidLimit} characters at most, these are {mermaid.length}: choose fewer calls.
        </p>
      ) : null}
    </div>
  );
};

/** Read again whenever the session goes on. */
const useLastCalls = (sessionId: string, limit: string) => {
  const [changes, setChanges] = useState(0);
  useEffect(
    () =>
      subscribeToEvents((events) => {
        const isTold = events.some((event) => event.kind === 'exchange' && event.row.sessionId === sessionId);
        if (isTold) setChanges((count) => count + 1);
      }),
    [sessionId],
  );
  const query = new URLSearchParams({ sessionId, limit, runs: 'show' });
  return useLoaded(
    (signal) => callAdmin<ExchangePage>('GET', `/exchanges?${query}`, undefined, signal),
    `${limit} ${changes} ${store.refreshes.value}`,
    sessionId,
  );
};

const openCall = ({ target }: MouseEvent): void => {
  const arrow = target instanceof Element ? target.closest('[data-exchange]') : null;
  const id = arrow?.getAttribute('data-exchange') ?? undefined;
  if (id !== undefined) location.hash = hrefOf('exchanges', id);
};

/** Exchanges as arrows between player, platform and agent, in the order in which they went. */
export const diagramSteps = (rows: readonly ExchangeRow[]): readonly DiagramStep[] => {
  const inOrder = rows.toSorted((one, other) => one.seq - other.seq);
  const actions = playerActionsOf(inOrder);
  const steps = inOrder.flatMap((row, index) => {
    const begins = Date.parse(row.startedAt);
    const [asks, answers]: [Party, Party] =
      row.direction === 'operation' ? ['agent', 'platform'] : ['platform', 'agent'];
    const call = { exchangeId: row.id, number: index + 1 };
    const request: DiagramStep = { from: asks, to: answers, kind: 'request', text: requestText(row), ...call };
    const answer: DiagramStep = {
      ...{ from: answers, to: asks, kind: row.status === null ? 'lost' : 'answer', text: answerText(row) },
      ...{ took: msText(row.durationMs), ...call, ...signOf(row) },
    };
    const action = actions.get(index);
    return [
      ...(action?.begins === true ? [{ at: begins, step: byPlayer('request', actionText(row)) }] : []),
      { at: begins, step: request },
      { at: begins + row.durationMs, step: answer },
      ...(action?.ends === true ? [{ at: begins + row.durationMs, step: byPlayer('answer', answerText(row)) }] : []),
    ];
  });
  // Those of one millisecond stay as they were sent.
  return steps.toSorted((one, other) => one.at - other.at).map(({ step }) => step);
};

const byPlayer = (kind: 'request' | 'answer', text: string): DiagramStep =>
  kind === 'request'
    ? { from: 'player', to: 'platform', kind, text, look: 'by-player' }
    : { from: 'platform', to: 'player', kind, text, look: 'by-player' };

/** A verdict that was given has a sign: never a colour alone. */
const signOf = ({ verdict = 'unjudged' }: ExchangeRow): Pick<DiagramStep, 'sign' | 'look'> =>
  verdict === 'unjudged' ? {} : { sign: callLooks[verdict].sign, ...(verdict === 'wrong' ? { look: 'wrong' } : {}) };

/**
 * Which calls begin and end what the player did in a game, by their places: one action for a callback, its retries
 * and the rollback that ends them. What was sent by hand has no player.
 */
const playerActionsOf = (inOrder: readonly ExchangeRow[]) => {
  const actions = new Map<number, { begins: boolean; ends: boolean }>();
  const latest = new Map<string, number>();
  for (const [index, row] of inOrder.entries()) {
    if (row.origin !== 'game' || row.direction !== 'callback') continue;
    const key = row.transactionId ?? `request ${row.requestId ?? row.id}`;
    const place = latest.get(key) ?? -1;
    const before = inOrder[place];
    const goesOn = before !== undefined && isSameDelivery(before, row);
    const last = actions.get(place);
    if (goesOn && last !== undefined) last.ends = false;
    actions.set(index, { begins: !goesOn, ends: true });
    latest.set(key, index);
  }
  return actions;
};

/** Sent once more, or rolled back since nobody knew what came of it. */
const isSameDelivery = (before: ExchangeRow, now: ExchangeRow): boolean => {
  const isUnclear = before.balance === undefined && before.error === undefined;
  return before.kind === now.kind || (now.kind === 'rollback' && isUnclear);
};

const [longestAmount, longestId, longestError] = [24, 28, 40] as const;

const actionText = ({ kind, bet, win, freespins }: ExchangeRow): string => {
  if (freespins !== undefined) return 'plays free spins';
  if (kind === 'getBalance') return 'asks for the balance';
  if (kind === 'rollback') return 'cancels';
  if (bet === undefined || decimalSign(bet) !== 'zero') return `bets ${visibleLine(bet ?? '', longestAmount)}`;
  return `takes the win ${visibleLine(win ?? '', longestAmount)}`;
};

/** A request in a few words: `makeBet tx_17 bet 1 win 0, attempt 2`. */
const requestText = (row: ExchangeRow): string => {
  const { kind, transactionId, bet, win, freespins } = row;
  const parts = [
    kind,
    ...(transactionId === undefined ? [] : [visibleLine(transactionId, longestId)]),
    ...(bet === undefined ? [] : [`bet ${visibleLine(bet, longestId)}`]),
    ...(win === undefined ? [] : [`win ${visibleLine(win, longestId)}`]),
    ...(freespins === undefined ? [] : [`free spin ${freespins.played} of ${freespins.total}`]),
  ];
  return `${parts.join(' ')}${againText(row)}`;
};

/** An answer in a few words: `balance 990.00`, `403 invalid_signature`, `no answer: timeout`. */
const answerText = ({ status, failure, error, balance }: ExchangeRow): string => {
  if (status === null) return `no answer: ${visibleLine(failure ?? 'unknown', longestError)}`;
  if (error !== undefined) return `${status} ${visibleLine(error, longestError)}`;
  return balance === undefined ? `${status}` : `balance ${visibleLine(balance, longestId)}`;
};

/** The classes of `sequence-diagram.tsx` in plain colours: a file has no theme. */
const style = `text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#14161d}
.party{font-weight:600}.lifeline{stroke:#dfe2ea;stroke-width:2}.busy{fill:#dfe2ea}
.arrow{stroke:#14161d;stroke-width:1.2}.back{stroke-dasharray:5 3}.head{fill:#14161d}
text.number,.note{fill:#575d6d;font-size:11px}circle.number{fill:none;stroke:#868c9c}
.lost .arrow,.lost .cross{stroke:#b3191c}.cross{fill:none;stroke-width:2}
.lost text,.wrong text{fill:#b3191c}.by-player .arrow{stroke:#575d6d}.by-player .head,.by-player text{fill:#575d6d}`;

/** An SVG element's markup as a file of its own: with its styles, on white. */
export const svgFile = (markup: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${markup.replace(
    />/,
    () => `><style>${style}</style><rect width="100%" height="100%" fill="#ffffff"/>`,
  )}\n`;

/** Beyond so many characters Mermaid draws an error instead (`maxTextSize`). */
const mermaidLimit = 50_000;

const arrows = { request: '->>', answer: '-->>', lost: '--x' } as const;

/**
 * The steps as a Mermaid diagram. Whatever is in an id, it stays text: all but letters, digits
 * and harmless marks is written as a Mermaid entity (`#60;`).
 */
export const mermaidText = (steps: readonly DiagramStep[]): string =>
  [
    'sequenceDiagram',
    ...['player', 'platform', 'agent'].map((party) => `  participant ${party}`),
    ...steps.map(
      ({ from, to, kind, text, number }) =>
        `  ${from}${arrows[kind]}${to}: ${escaped(number === undefined ? text : `${number} ${text}`)}`,
    ),
    '',
  ].join('\n');

const escaped = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N} .,_/()+=-]|(?<=-)-/gu, (character) => `#${character.codePointAt(0) ?? 0};`)
    .replaceAll(/\bend\b/gi, (word) => `#${word.codePointAt(0) ?? 0};${word.slice(1)}`);
