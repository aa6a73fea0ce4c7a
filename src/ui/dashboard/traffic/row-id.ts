/** The id of the element of a row. */
export const rowId = (seq: number): string => `exchange-${seq}`;
