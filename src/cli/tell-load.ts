import { existsSync } from 'node:fs';
import { plural } from '../base/quantities.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { LoadReport } from '../formats/load-report.ts';
import type { LoadEvent } from '../load/load-order.ts';
import { liveLine } from '../report/load/live-line.ts';
import { log, openLiveLine } from './output.ts';

/** Tells on stderr how a load goes on. */
export interface LoadTeller {
  tell(event: LoadEvent): void;
  /** How money is given back that is still moved at this moment. */
  tellLeft(): void;
  /** Makes room for the report. */
  clear(): void;
  close(): void;
}

export const openLoadTeller = async (asked: LoadReport['asked']): Promise<LoadTeller> => {
  const line = await openLiveLine();
  const progress = createProgress(asked);
  let balances: string | undefined;
  const say = (sentence: string): void => {
    line?.clear();
    log(`walletproof: ${visibleLine(sentence)}\n`);
  };
  const tellLeft = (): void => {
    // Where all is given back, the file is gone.
    if (balances !== undefined && existsSync(balances)) say(`${howToSettle} ${balances}`);
  };
  const tellOthers = (event: Exclude<LoadEvent, { kind: 'second' }>): void => {
    switch (event.kind) {
      case 'met':
        break;
      case 'opening':
        balances = event.balances;
        say(`${plural(event.players, 'player')}; their opening balances: ${balances}`);
        break;
      case 'settling':
        say('the callbacks are over; giving back what was moved');
        break;
      case 'left':
        tellLeft();
        break;
    }
  };
  return {
    tell: (event) => {
      if (event.kind !== 'second') return tellOthers(event);
      const text = progress(event.second, line?.columns());
      if (line !== undefined) line.show(text);
      else if (event.second.second % secondsInLog === secondsInLog - 1) say(text);
    },
    tellLeft,
    clear: () => line?.clear(),
    close: () => line?.clear(),
  };
};

const howToSettle = 'give back what is left, with the token of this load: walletproof load --settle';

/** A log has a line of progress so often. */
const secondsInLog = 10;

/** Rates are told over so many seconds. */
const secondsInMean = 3;

type Second = LoadReport['seconds'][number];

/** The line of progress after each second. */
const createProgress = ({
  rampMs,
  holdMs,
}: LoadReport['asked']): ((second: Second, columns: number | undefined) => string) => {
  let last: readonly Second[] = [];
  let breaches = 0;
  let errors = 0;
  return (second, columns) => {
    last = [...last, second].slice(-secondsInMean);
    breaches += second.breaches;
    errors += second.errors;
    const leftMs = rampMs + holdMs - (second.second + 1) * 1000;
    return liveLine({ seconds: last, breaches, errors, leftMs }, columns);
  };
};
