/** What becomes of a launch's home_url: a link, or nothing, with the reason as the rest of a sentence. */
export type HomeUrl =
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'dropped'; readonly why: string };

/**
 * Section 4 says "return URL of the player" and no more: a web address, or an address in the scheme
 * of an app, which the browser hands to that app. Left out is what a browser would run, read or show
 * by itself, and what is no whole address. The URL standard's parser decides, as in the browser:
 * upper case, spaces around it and line breaks within hide nothing.
 */
export const readHomeUrl = (homeUrl: string): HomeUrl => {
  if (!URL.canParse(homeUrl)) return dropped('is not an absolute URL');
  const url = new URL(homeUrl);
  const scheme = url.protocol.slice(0, -1);
  const harm = harmOf(scheme);
  if (harm !== undefined) return dropped(`begins with ${scheme}:, which ${harm}`);
  const hidden = scheme === 'intent' ? hiddenScheme(url.hash) : undefined;
  return hidden === undefined
    ? { kind: 'link', href: url.href }
    : dropped(`leads to ${hidden}:, which ${harmOf(hidden)}`);
};

const dropped = (why: string): HomeUrl => ({ kind: 'dropped', why });

const runs = 'would run code';
const reads = 'would read files';
const shows = "would show the browser's own pages";

/** Schemes that no home is in. */
const harms: Readonly<Record<string, string>> = {
  ...{ javascript: runs, vbscript: runs, livescript: runs, jscript: runs },
  ...{ data: runs, blob: runs, mhtml: runs, jar: runs },
  ...{ file: reads, filesystem: reads, 'view-source': reads, resource: reads, res: reads },
  ...{ about: shows, chrome: shows, edge: shows },
  ...{ 'chrome-extension': shows, 'moz-extension': shows },
};

const harmOf = (scheme: string): string | undefined => (Object.hasOwn(harms, scheme) ? harms[scheme] : undefined);

/** Android: intent://…#Intent;scheme=…;S.browser_fallback_url=…;end names another address within. */
const hiddenScheme = (hash: string): string | undefined =>
  hash
    .split(';')
    .map((part) => /^(?:scheme|S\.browser_fallback_url)=\s*([a-z][a-z0-9+.-]*)/i.exec(part)?.[1])
    .map((scheme) => scheme?.toLowerCase())
    .find((scheme) => scheme !== undefined && harmOf(scheme) !== undefined);
