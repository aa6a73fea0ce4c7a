/** The places of the symbol that is there most often; all places where no two are alike. */
export const winningReels = (reels: readonly string[]): readonly number[] => {
  const places = reels.map((_, place) => place);
  const groups = reels.map((symbol) => places.filter((place) => reels[place] === symbol));
  const [largest = []] = groups.toSorted((one, other) => other.length - one.length);
  return largest.length > 1 ? largest : places;
};
