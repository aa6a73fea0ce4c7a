/** The home_url of a launch where a browser may follow it: http or https only, never javascript. */
export const homeLink = (homeUrl: string): string | null => {
  const url = URL.canParse(homeUrl) ? new URL(homeUrl) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
};
