export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** The median of ratios, and from where to where they went. */
export const summarize = (ratios) => ({
  median: median(ratios),
  low: Math.min(...ratios),
  high: Math.max(...ratios),
});
