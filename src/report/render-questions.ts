import { namesOf } from '../spec/closed-list.ts';
import { costs, openPoints } from '../spec/open-points.ts';
import { prose } from './markdown-parts.ts';
import { byText } from './platform-page/silence-chapter.ts';

/** `docs/questions.md`: the open points as a mail to the manager of the platform, the costliest first. */
export const renderQuestions = (): string =>
  `${[...preface, '---', ...opening, ...namesOf(costs).flatMap(chapterOf), ...closing].join('\n\n')}\n`;

const preface = [
  "# Questions to the platform's manager",
  `The specification leaves ${openPoints.length} points open. Below the line they are a mail to the manager of the platform, to be sent as it is. What costs most when it is guessed wrongly comes first: where the mail is too long, send its beginning. [platform.md](platform.md#what-the-specification-leaves-open) has the same points in the order of the sections.`,
  'Where the answer is another than walletproof assumes, change the setting in `walletproof.config.yaml`, and test again.',
];

const opening = [
  'Subject: What the Game Platform Agent Interface Specification leaves open',
  'Hello,',
  'we are developing our side of the Game Platform Agent Interface. The specification does not answer the questions below. We test against walletproof, which plays your platform and has to assume something for each of them. Please tell us where your platform does otherwise; for the rest, "as assumed" is answer enough.',
  'The settings are ours: each has its value of today in brackets, and then the others that it can have.',
];

const closing = ['Thank you, and kind regards'];

const ranked = namesOf(costs).flatMap((each) => openPoints.filter((point) => point.costs === each));

const chapterOf = (rank: keyof typeof costs): readonly string[] => [
  `## ${costs[rank]}`,
  ...ranked.flatMap((point, index) => {
    if (point.costs !== rank) return [];
    const { assumes = point.choice ?? '', settings } = point;
    const answer = [prose(assumes), ...byText(settings)].join(' ');
    const number = `${index + 1}. `;
    return [`${number}${prose(point.question)}`, `${' '.repeat(number.length)}walletproof assumes: ${answer}`];
  }),
];
