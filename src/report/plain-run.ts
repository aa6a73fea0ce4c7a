import type { Run } from '../spec/run.ts';
import { plainValues } from './plain-values.ts';

/**
 * The run with every text in it as one harmless line: no control characters, nothing that XML
 * forbids. Exchanges stay as they are; `exchangeFacts` reads them harmlessly.
 */
export const plainRun = ({ exchanges, ...run }: Run): Run => ({ ...plainValues(run), exchanges });
