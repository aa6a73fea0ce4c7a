/** What a terminal would obey, hide or reorder, spelled out. */
export const visibleText = (text: string): string =>
  text.replaceAll(
    /[\p{C}\p{Zl}\p{Zp}\u00a0]/gu,
    (each) => `\\u${(each.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
