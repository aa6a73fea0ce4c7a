/** Where in the specification: `section 6`, `sections 3 and 6`. */
export const sectionText = (section: string): string =>
  /^\d+$/.test(section) ? `section ${section}` : `sections ${section}`;
