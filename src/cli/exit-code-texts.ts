/** What each exit code of the executable means. */
export const exitCodeTexts: Readonly<Record<number, string>> = {
  0: 'passed: the agent is conformant, or the command did what it was asked',
  1: 'not conformant',
  2: 'wrong usage, configuration or scenario',
  3: 'could not judge: the agent or the platform is unreachable, nothing was judged, or something stayed inconclusive',
  70: 'internal error (please report it)',
  130: 'interrupted; reports are written and marked partial',
};
