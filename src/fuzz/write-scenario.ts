import { type Printable, type PrintableMap, printDocument, WrittenNumber } from '../formats/document/print-document.ts';
import { editorLine } from '../formats/editor-line.ts';
import type { Finding } from '../formats/judgement.ts';
import { findRequirement } from '../spec/requirements/catalogue.ts';
import type { SequenceStep } from './draw.ts';
import type { WrittenStep } from './sequence.ts';
import { usualFund } from './sequence-player.ts';
import { shownRequirements } from './shown-requirements.ts';
import type { Fails } from './shrink.ts';
import { isMap } from './written-step.ts';

/** Whether a value of a step matters: by its step, and its way in it. */
export type ValueRemarks = ReadonlyMap<string, string>;

/** What a file says beside its steps. */
export interface FileHead {
  /** A decimal. */
  readonly fund?: string | undefined;
  /** Requirements that it shows beside those that its steps do. */
  readonly requirements?: readonly string[];
  readonly told?: Told;
}

/** What is known of a breach that a file tells. */
export interface Told {
  readonly finding: Finding;
  readonly remarks?: ValueRemarks;
  /** Below the first line. */
  readonly notes: readonly string[];
  /** How often the steps are repeated; once when absent. */
  readonly times?: number;
}

/** The sequence as a scenario file. Its first line says what is wrong; behind each value stands whether it matters. */
export const scenarioText = (
  steps: readonly SequenceStep[],
  { fund = usualFund, requirements: others = [], told }: FileHead = {},
): string => {
  const remarks = new Map<PrintableMap, Readonly<Record<string, string>>>();
  const lines = steps.map(({ step }, at) => printed(step, { way: String(at), told: told?.remarks, remarks }));
  const scenario = {
    scenario: titleOf(told?.finding),
    requirements: [...new Set([...shownRequirements(steps.map(({ step }) => step)), ...others])],
    fund: new WrittenNumber(fund),
    steps: told?.times === undefined ? lines : [{ repeat: { count: told.times, steps: lines } }],
  };
  const { requirements, ...plain } = scenario;
  const yaml = printDocument(requirements.length === 0 ? plain : scenario, { remarks });
  if (told === undefined) return yaml;
  const { code, requirement, message } = told.finding;
  const head = [`${requirement} ${code}: ${message}`, ...told.notes].map((line) => `# ${line.replaceAll(/\s+/g, ' ')}`);
  return `${[...head, editorLine('scenario')].join('\n')}\n${yaml}`;
};

const titleOf = (finding: Finding | undefined): string => {
  const title = findRequirement(finding?.requirement ?? '')?.title ?? 'a sequence of calls';
  return `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
};

interface Printing {
  /** Where in the steps the value stands: `2.makeBet`. */
  readonly way: string;
  readonly told: ValueRemarks | undefined;
  readonly remarks: Map<PrintableMap, Readonly<Record<string, string>>>;
}

/** A value as it is printed: decimals as numbers, with what is said behind them. */
const printed = (value: PrintableMap, printing: Printing): PrintableMap => {
  const own: Record<string, string> = {};
  const members = Object.entries(value).map(([key, member]) => {
    const way = `${printing.way}.${key}`;
    const remark = printing.told?.get(way);
    if (remark !== undefined) own[key] = remark;
    return [key, member === undefined ? undefined : printedValue(member, { ...printing, way })] as const;
  });
  const map: PrintableMap = Object.fromEntries(members);
  if (Object.keys(own).length > 0) printing.remarks.set(map, own);
  return map;
};

const printedValue = (value: Printable, printing: Printing): Printable => {
  if (typeof value === 'string') return /^\d+(?:\.\d+)?$/.test(value) ? new WrittenNumber(value) : value;
  if (Array.isArray(value)) {
    return value.map((each: Printable, at) => printedValue(each, { ...printing, way: `${printing.way}.${at}` }));
  }
  return isMap(value) ? printed(value, printing) : value;
};

/** Tries each value that is left with others in its place. */
export const remarksOn = async (steps: readonly SequenceStep[], fails: Fails): Promise<ValueRemarks> => {
  const remarks = new Map<string, string>();
  for (const [at, { kind, step }] of steps.entries()) {
    for (const { way, others, fallback } of valuesIn(step, String(at))) {
      if (others === undefined) {
        remarks.set(way, matters);
        continue;
      }
      let isAny = true;
      for (const other of others) {
        const isShown = await fails(steps.with(at, { kind, step: replaced(step, way.split('.').slice(1), other) }));
        isAny &&= isShown;
      }
      remarks.set(way, isAny ? fallback : matters);
    }
  }
  return remarks;
};

const matters = 'matters';

interface Value {
  readonly way: string;
  /** What is tried in its place; it is known to matter where absent, since without it nothing was shown. */
  readonly others?: readonly string[];
  /** What is said where each of them shows the same. */
  readonly fallback: string;
}

/** Names, and what a step cannot do without. */
const unsaid: ReadonlySet<string> = new Set([
  ...['id', 'of', 'transaction_of', 'call', 'resend', 'expect', 'total', 'about'],
  ...['signature', 'fields', 'others', 'count', 'wait'],
]);

const valuesIn = (map: PrintableMap, way: string): Value[] =>
  Object.entries(map).flatMap(([key, value]) =>
    value === undefined || unsaid.has(key) ? [] : valuesOf(key, value, `${way}.${key}`),
  );

const valuesOf = (key: string, value: Printable, way: string): Value[] => {
  if (key === 'bet' || key === 'win') return amountIn(way, value);
  if (isMap(value)) return valuesIn(value, way);
  if (!Array.isArray(value)) return [{ way, fallback: matters }];
  return value.flatMap((each: Printable, at) => (isMap(each) ? valuesIn(each, `${way}.${at}`) : []));
};

const amountIn = (way: string, value: Printable): Value[] => {
  if (typeof value !== 'string') return [];
  if (value.startsWith('balance + '))
    return [{ way, others: ['balance + 3', 'balance + 8'], fallback: 'anything above the balance' }];
  if (value.startsWith('balance')) return [{ way, others: ['5', '7'], fallback: 'any amount' }];
  return [{ way, others: ['7', '12'].filter((other) => other !== value), fallback: 'any amount' }];
};

const replaced = (step: WrittenStep, [key = '', ...rest]: readonly string[], value: string): WrittenStep => {
  const inside = (member: Printable | undefined): Printable => {
    if (rest.length === 0) return value;
    if (Array.isArray(member)) {
      const [place = '', ...more] = rest;
      const list = member as readonly Printable[];
      return list.map((each, at) => (String(at) === place && isMap(each) ? replaced(each, more, value) : each));
    }
    return isMap(member) ? replaced(member, rest, value) : value;
  };
  return { ...step, [key]: inside(step[key]) };
};
