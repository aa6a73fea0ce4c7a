import { Refusal } from './refusal.ts';

/** The parameters of a URL's query by name; a Refusal where one is given twice. */
export const readQuery = (url: string): Readonly<Record<string, string>> => {
  const start = url.indexOf('?');
  const given = start < 0 ? [] : [...new URLSearchParams(url.slice(start + 1))];
  const names = given.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return Object.fromEntries(given);
  throw new Refusal(422, {
    error: 'invalid_request',
    message: `The parameter ${JSON.stringify(twice.slice(0, 60))} is given twice.`,
    remedy: 'Give it once.',
  });
};
