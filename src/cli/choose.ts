/** A setting, and where it came from: what --verbose tells. */
export interface Chosen<T> {
  readonly value: T;
  readonly from: 'flag' | 'environment' | 'file' | 'default';
}

export interface Sources<T> {
  readonly flag?: T | undefined;
  readonly environment?: T | undefined;
  readonly file?: T | undefined;
}

/** A flag overrides the environment overrides the file overrides the default. */
export const choose = <T, D>(
  { flag, environment, file }: Sources<T>,
  byDefault: D,
): Chosen<T | D> => {
  if (flag !== undefined) return { value: flag, from: 'flag' };
  if (environment !== undefined && environment !== '')
    return { value: environment, from: 'environment' };
  if (file !== undefined) return { value: file, from: 'file' };
  return { value: byDefault, from: 'default' };
};
