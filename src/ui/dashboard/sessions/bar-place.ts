import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';

/** Unix milliseconds. */
export interface Span {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Where the bar of a call is on the track of a span, percent of its width; always inside. */
export const barPlace = (
  { startedAt, durationMs }: Pick<ExchangeRow, 'startedAt' | 'durationMs'>,
  span: Span,
): { readonly left: number; readonly width: number } => {
  const whole = Math.max(1, span.endedAt - span.startedAt);
  const from = Date.parse(startedAt) - span.startedAt;
  const left = inside((from / whole) * 100);
  return { left, width: Math.min(100 - left, inside((durationMs / whole) * 100)) };
};

const inside = (percent: number): number =>
  Number.isFinite(percent) ? Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100 : 0;
