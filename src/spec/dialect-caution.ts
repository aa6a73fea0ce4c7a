/** What is to be known of a request that was signed in any dialect but `minimal`. */
export const dialectCaution =
  'section 5 shows no serialisation, so that other platforms may not take it';

/** The caution that a matched dialect deserves; undefined for `minimal`, and where none matched. */
export const cautionOf = (dialect: string | undefined): string | undefined =>
  dialect === undefined || dialect === 'minimal' ? undefined : dialectCaution;
