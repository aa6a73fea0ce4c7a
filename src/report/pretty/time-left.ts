import { durationText } from '../duration-text.ts';
import type { Progress } from './progress.ts';

/** Before so many scenarios and so long, a guess would jump about. */
const leastDone = 5;
const leastElapsedMs = 1000;

/** How long the rest of a run will take if it goes on as it did: `about 12 s left`. */
export const timeLeft = ({ done, total }: Progress, elapsedMs: number): string | undefined => {
  if (done < leastDone || elapsedMs < leastElapsedMs || done >= total) return undefined;
  const seconds = Math.ceil(((elapsedMs / done) * (total - done)) / 1000);
  return `about ${seconds < 60 ? `${seconds} s` : durationText(seconds * 1000)} left`;
};
