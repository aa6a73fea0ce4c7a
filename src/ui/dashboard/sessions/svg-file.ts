/** The classes of `sequence-diagram.tsx` in plain colours: a file has no theme. */
const style = `text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1b1d22}
.party{font-weight:600}.lifeline{stroke:#d5d9e0;stroke-width:2}
.arrow{stroke:#1b1d22;stroke-width:1.2}.back{stroke-dasharray:5 3}.head{fill:#1b1d22}
.lost .arrow,.lost .cross{stroke:#a81a1f}.cross{fill:none;stroke-width:2}
.lost text,.wrong text{fill:#a81a1f}.by-player .arrow{stroke:#565b66}.by-player .head{fill:#565b66}.by-player text{fill:#565b66}`;

/** An SVG element's markup as a file of its own: with its styles, on white. */
export const svgFile = (markup: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${markup.replace(
    />/,
    () => `><style>${style}</style><rect width="100%" height="100%" fill="#ffffff"/>`,
  )}\n`;
