/** What is to be known of a request that was signed in any dialect but `minimal`. */
export const dialectCaution = 'section 5 does not show the serialisation: other platforms may not accept it';

/** The caution that a matched dialect deserves; undefined for `minimal`, and where none matched. */
export const cautionOf = (dialect: string | undefined): string | undefined =>
  dialect === undefined || dialect === 'minimal' ? undefined : dialectCaution;
